use super::*;

fn read_ok(name: &str, bytes: &[u8]) -> Document {
    read(name, bytes, &ReadLimits::default()).unwrap()
}

#[test]
fn numbers_lines_as_splitting_at_newlines_does() {
    let document = read_ok("a.txt", b"one\r\n\r\nthree\n");
    let texts: Vec<&str> = document.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["one", "", "three", ""]);
    assert_eq!(document.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
}
