//! The formats that are said in the grammar, as patterns.
//!
//! Sources: RFC 3339 (date, time, date-time) and its appendix A (duration),
//! RFC 5321 (email), RFC 6531 (idn-email), RFC 1123 (hostname), RFC 2673
//! (ipv4), RFC 4291 (ipv6), RFC 9562 (uuid), RFC 3986 (uri), RFC 3987 (iri),
//! RFC 6901 (json-pointer), RFC 6570 (uri-template), and the draft of relative
//! JSON pointers.

/// A format between two patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Format {
    /// Matches every text of the format.
    pub wide: String,
    /// Matches only texts of the format; the same as `wide` where the format is
    /// said exactly, `None` where no useful pattern is that strict.
    pub narrow: Option<String>,
    /// What `narrow` leaves out is left out by the canonical form, too.
    pub canonical: bool,
    /// What stands between the two.
    pub between: &'static str,
}

impl Format {
    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        let whole = |body: &str| format!("^(?:{body})$");
        let exact = |body: &str| Self {
            wide: whole(body),
            narrow: Some(whole(body)),
            canonical: true,
            between: "",
        };
        let wide = |body: &str, between: &'static str| Self {
            wide: whole(body),
            narrow: None,
            canonical: false,
            between,
        };
        // The minute of a leap second depends on the offset, minute by minute:
        // the canonical form has leap seconds only in UTC.
        let leap = |wide: &str, narrow: &str| Self {
            wide: whole(wide),
            narrow: Some(whole(narrow)),
            canonical: true,
            between: "leap seconds with an offset are left to the validator",
        };
        Some(match name {
            "date" => exact(&date()),
            "time" => leap(&time(true), &time(false)),
            "date-time" => {
                let date = date();
                let join = |time: &str| format!("{date}[Tt]{time}");
                leap(&join(&time(true)), &join(&time(false)))
            }
            "duration" => exact(&duration()),
            "email" => exact(&email("")),
            // Labels beyond ASCII follow IDNA, which is not regular.
            "idn-email" => wide(
                &email("\\u{80}-\\u{10FFFF}"),
                "labels beyond ASCII are left to the validator",
            ),
            // So does what stands in `xn--`; and there is the whole length.
            "hostname" => wide(
                &format!("{LABEL}(?:\\.{LABEL})*"),
                "labels in `xn--` and the length of the whole are left to the validator",
            ),
            "ipv4" => exact(&ipv4()),
            "ipv6" => exact(&ipv6()),
            "uuid" => exact("[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"),
            "uri" => exact(&uri("", "", false)),
            "uri-reference" => exact(&uri("", "", true)),
            "iri" => exact(&uri(UCS, PRIVATE, false)),
            "iri-reference" => exact(&uri(UCS, PRIVATE, true)),
            "uri-template" => exact(&template()),
            "json-pointer" => exact(POINTER),
            "relative-json-pointer" => exact(&format!("(?:0|[1-9][0-9]*)(?:#|{POINTER})")),
            _ => return None,
        })
    }
}

const LABEL: &str = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const POINTER: &str = "(?:/(?:[^~/]|~[01])*)*";
/// RFC 3987 `ucschar`, as members of a class.
const UCS: &str = "\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\
    \\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\
    \\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\
    \\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\
    \\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}";
/// RFC 3987 `iprivate`.
const PRIVATE: &str = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";

fn date() -> String {
    const LEAP: &str =
        "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
    format!(
        "(?:[0-9]{{4}}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])\
         |(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|{LEAP}-02-29)"
    )
}

fn time(leaps_anywhere: bool) -> String {
    let minute = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
    let offset = format!("[+\\-]{minute}");
    let rest = "(?:\\.[0-9]+)?";
    let leap = if leaps_anywhere {
        format!("|{minute}:60{rest}{offset}")
    } else {
        String::new()
    };
    format!("(?:{minute}:[0-5][0-9]{rest}(?:[Zz]|{offset})|23:59:60{rest}[Zz]{leap})")
}

fn duration() -> String {
    let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)";
    let day = "(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)";
    format!("P(?:{day}(?:{time})?|{time}|[0-9]+W)")
}

/// `more`: members of a class that may stand wherever letters may.
fn email(more: &str) -> String {
    let atom = format!("[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~\\-{more}]+");
    let quoted = format!("\"(?:[ !#-\\[\\]-~{more}]|\\\\[ -~])*\"");
    let label = match more {
        "" => LABEL.to_owned(),
        more => format!("[A-Za-z0-9{more}](?:[A-Za-z0-9\\-{more}]*[A-Za-z0-9{more}])?"),
    };
    let literal = format!("\\[(?:{}|[Ii][Pp][Vv]6:{})\\]", ipv4(), ipv6());
    format!("(?:{atom}(?:\\.{atom})*|{quoted})@(?:{label}(?:\\.{label})*|{literal})")
}

fn ipv4() -> String {
    let byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    format!("(?:{byte}\\.){{3}}{byte}")
}

fn ipv6() -> String {
    let ipv4 = ipv4();
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

/// `more`: members of a class that may stand wherever letters may; `private`:
/// also in a query. `relative`: also without a scheme.
fn uri(more: &str, private: &str, relative: bool) -> String {
    let plain = format!("A-Za-z0-9\\-._~!$&'()*+,;={more}");
    let escaped = "%[0-9A-Fa-f]{2}";
    let segment = format!("(?:[{plain}:@]|{escaped})");
    let user = format!("(?:(?:[{plain}:]|{escaped})*@)?");
    let future = "[Vv][0-9A-Fa-f]+\\.[A-Za-z0-9\\-._~!$&'()*+,;=:]+";
    let literal = format!("\\[(?:{}|{future})\\]", ipv6());
    let host = format!("(?:{literal}|(?:[{plain}]|{escaped})*)");
    let authority = format!("//{user}{host}(?::[0-9]*)?(?:/{segment}*)*");
    let absolute = format!("/(?:{segment}+(?:/{segment}*)*)?");
    let rooted = format!("{authority}|{absolute}|{segment}+(?:/{segment}*)*|");
    let query = format!("(?:\\?(?:[{plain}:@/?{private}]|{escaped})*)?");
    let fragment = format!("(?:#(?:[{plain}:@/?]|{escaped})*)?");
    let scheme = "[A-Za-z][A-Za-z0-9+.\\-]*:";
    let start = if relative {
        let first = format!("(?:[{plain}@]|{escaped})+");
        format!(
            "(?:(?:{scheme})?(?:{authority}|{absolute}|)|{scheme}{segment}+(?:/{segment}*)*|{first}(?:/{segment}*)*)"
        )
    } else {
        format!("{scheme}(?:{rooted})")
    };
    format!("{start}{query}{fragment}")
}

fn template() -> String {
    let escaped = "%[0-9A-Fa-f]{2}";
    let literal = format!("(?:[!#$&'(-;=?-\\[\\]_a-z~{UCS}{PRIVATE}]|{escaped})");
    let one = format!("(?:[A-Za-z0-9_]|{escaped})");
    let variable = format!("{one}(?:\\.?{one})*(?::[1-9][0-9]{{0,3}}|\\*)?");
    format!("(?:{literal}|\\{{[+#./;?&=,!@|]?{variable}(?:,{variable})*\\}})*")
}
