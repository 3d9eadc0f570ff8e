//! The formats that are said in the grammar, as patterns.

/// The pattern of a format; none: the validator's business.
///
/// Sources: RFC 3339 (date, time, date-time; a leap second only at 23:59:60Z),
/// RFC 3339 appendix A (duration), RFC 5321 without quoted local parts (email),
/// RFC 2673 (ipv4), RFC 4291 (ipv6), RFC 9562 (uuid), RFC 3986 (uri).
pub(crate) fn format_pattern(name: &str) -> Option<String> {
    const LEAP: &str =
        "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
    let date = format!(
        "(?:[0-9]{{4}}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])\
         |(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|{LEAP}-02-29)"
    );
    let time = "(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?\
         (?:[Zz]|[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?[Zz])";
    let byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    let ipv4 = format!("(?:{byte}\\.){{3}}{byte}");
    let body = match name {
        "date" => date,
        "time" => time.to_owned(),
        "date-time" => format!("{date}[Tt]{time}"),
        "duration" => {
            let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)";
            let day = "(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)";
            format!("P(?:{day}(?:{time})?|{time}|[0-9]+W)")
        }
        "email" => {
            let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+";
            let label = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
            format!("{atom}(?:\\.{atom})*@{label}(?:\\.{label})*")
        }
        "ipv4" => ipv4,
        "ipv6" => ipv6(&ipv4),
        "uuid" => "[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}".to_owned(),
        "uri" => uri(&ipv4),
        _ => return None,
    };
    Some(format!("^(?:{body})$"))
}

fn ipv6(ipv4: &str) -> String {
    let group = "[0-9A-Fa-f]{1,4}";
    let last = format!("(?:{group}:{group}|{ipv4})");
    let mut forms = vec![format!("(?:{group}:){{6}}{last}")];
    // `::` stands for at least one group: up to `before` groups before it.
    for before in 0..=7u32 {
        let head = match before {
            0 => String::new(),
            one => format!("(?:{group}:){{{}}}{group}", one - 1),
        };
        let after = 7 - before;
        let mut tails = vec![String::new()];
        if after >= 1 {
            tails.push(format!("(?:{group}:){{0,{}}}{group}", after - 1));
        }
        if after >= 2 {
            tails.push(format!("(?:{group}:){{0,{}}}{ipv4}", after - 2));
        }
        forms.push(format!("{head}::(?:{})", tails.join("|")));
    }
    format!("(?:{})", forms.join("|"))
}

fn uri(ipv4: &str) -> String {
    let plain = "A-Za-z0-9\\-._~!$&'()*+,;=";
    let escaped = "%[0-9A-Fa-f]{2}";
    let segment = format!("(?:[{plain}:@]|{escaped})");
    let user = format!("(?:(?:[{plain}:]|{escaped})*@)?");
    let literal = format!("\\[(?:{}|[Vv][0-9A-Fa-f]+\\.[{plain}:]+)\\]", ipv6(ipv4));
    let host = format!("(?:{literal}|(?:[{plain}]|{escaped})*)");
    let authority = format!("//{user}{host}(?::[0-9]*)?(?:/{segment}*)*");
    let path =
        format!("(?:{authority}|/(?:{segment}+(?:/{segment}*)*)?|{segment}+(?:/{segment}*)*|)");
    let rest = format!("(?:[{plain}:@/?]|{escaped})*");
    format!("[A-Za-z][A-Za-z0-9+.\\-]*:{path}(?:\\?{rest})?(?:#{rest})?")
}
