use super::plain;

#[test]
fn white_space_of_a_quote_does_not_matter() {
    assert_eq!(plain(" a\n b\tc "), "a b c");
}
