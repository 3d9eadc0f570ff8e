use crate::{lines, read_ok, sections};
use evidence::MediaType;

#[test]
fn headers_come_first_and_plain_text_before_html() {
    let mail = "Received: from x\r\nFrom: =?utf-8?Q?J=C3=BCrgen?= <j@example.com>\r\nTo: a@example.com,\r\n \"B, C\" <b@example.com>\r\n\
        Date: Mon, 3 Feb 2020 10:00:00 +0100\r\nSubject: =?utf-8?B?UmVjaG51bmc=?=\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/alternative; boundary=\"b 1\"\r\n\r\nfor old programs\r\n--b 1\r\n\
        Content-Type: text/html\r\n\r\n<p>html\r\n--b 1\r\n\
        Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        Gr=FC=DFe, the sum is 12,50=\r\n EUR.\r\n\r\n> quoted\r\n--b 1--\r\nbehind";
    let document = read_ok("a.eml", mail);
    assert_eq!(document.media_type, MediaType::Eml);
    assert_eq!(
        lines(&document),
        [
            "From: Jürgen <j@example.com>",
            "To: a@example.com, \"B, C\" <b@example.com>",
            "Date: Mon, 3 Feb 2020 10:00:00 +0100",
            "Subject: Rechnung",
            "/",
            "Grüße, the sum is 12,50 EUR.",
            "/",
            "> quoted"
        ]
    );
    assert_eq!(sections(&document), [("Rechnung", 1, 4, 8)]);
}

#[test]
fn attached_mails_follow_and_attachments_are_listed() {
    let mail = "Subject: Outer\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n\
        <h1>Title</h1><p>Body<p style='display:none'>pixel\n--x\nContent-Type: message/rfc822\n\nSubject: Inner\nFrom: i@example.com\n\ninside\n--x\n\
        Content-Type: application/pdf; name=\"a  b.pdf\"\nContent-Transfer-Encoding: base64\n\nAAAAAAAA\n--x\n\
        Content-Type: text/plain\nContent-Disposition: attachment; filename*=utf-8''n%C3%B6te.txt\n\nnot shown\n";
    let document = read_ok("a.eml", mail);
    assert_eq!(
        lines(&document),
        [
            "Subject: Outer",
            "/",
            "Title",
            "/",
            "Body",
            "/",
            "Attached message:",
            "From: i@example.com",
            "Subject: Inner",
            "/",
            "inside",
            "/",
            "Attachment: a b.pdf (6 bytes)",
            "Attachment: nöte.txt (9 bytes)"
        ]
    );
    assert_eq!(
        sections(&document),
        [("Outer", 1, 1, 14), ("Title", 2, 3, 8), ("Inner", 2, 9, 14)]
    );
    assert_eq!(
        document.warnings,
        [
            "5 character(s) of hidden text were left out.",
            "2 attachment(s) were not read; save them and import them as files of their own."
        ]
    );
}

#[test]
fn base64_flowed_text_and_unknown_charsets_are_read() {
    let mail = "Subject: x\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: base64\n\nSGVsbG8gCndvcmxkLgpOZXh0Cg==\n";
    assert_eq!(
        lines(&read_ok("a.eml", mail)),
        ["Subject: x", "/", "Hello world.", "Next"]
    );
    let mail: &[u8] = b"Subject: x\nContent-Type: text/plain; charset=nonsense\n\ncaf\xE9\n";
    let document = read_ok("a.eml", mail);
    assert_eq!(lines(&document)[2], "café");
    assert_eq!(document.warnings.len(), 1);
}

#[test]
fn a_boundary_that_never_comes_hides_no_text() {
    let mail = "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--c\n\nwords\n";
    let document = read_ok("a.eml", mail);
    assert!(lines(&document).contains(&"words"));
}

#[test]
fn mail_is_known_by_what_only_programs_write() {
    let mail = "Return-Path: <a@example.com>\nMessage-ID: <1@x>\nFrom: a@example.com\nSubject: s\n\ntext\n";
    assert_eq!(read_ok("a.txt", mail).media_type, MediaType::Eml);
    let letter = "From: A\nTo: B\nDate: 3 May\nSubject: Rent\n\nDear B,\n";
    assert_eq!(read_ok("a.txt", letter).media_type, MediaType::Text);
}
