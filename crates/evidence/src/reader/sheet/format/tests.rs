use super::*;
use proptest::prelude::*;

fn shown(value: f64, code: &str) -> String {
    display(value, Some(&NumberFormat::new(164, Some(code))), false)
}

#[test]
fn numbers_stand_as_the_cell_shows_them() {
    let cases: &[(f64, &str, &str)] = &[
        (1234.5, "General", "1234.5"),
        (0.1 + 0.2, "General", "0.3"),
        (1e21, "General", "1E+21"),
        (123_456_789_012.0, "General", "123456789012"),
        (1234.5, "0", "1235"),
        (1234.5, "#,##0.00", "1,234.50"),
        (2.675, "0.00", "2.68"),
        (999.999, "0.00", "1000.00"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"),
        (-3.0, "0.0", "-3.0"),
        (-0.001, "0.00", "0.00"),
        (0.0, "0;-0;\"nil\"", "nil"),
        (0.125, "0.0%", "12.5%"),
        (0.125, "0 %", "13 %"),
        (1_250_000.0, "#,##0,", "1,250"),
        (1_250_000.0, "0.0,,\" m\"", "1.3 m"),
        (12.5, "[$€-407] #,##0.00", "€ 12.50"),
        (12.5, "#,##0.00\\ [$EUR]", "12.50 EUR"),
        (
            12.5,
            "_-* #,##0.00\\ \"€\"_-;-* #,##0.00\\ \"€\"_-",
            "12.50 €",
        ),
        (1.5, "#.##", "1.5"),
        (7.0, "000", "007"),
        (123_456_789.0, "000-00-0000", "123-45-6789"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (0.5, "# ?/?", "0.5"),
        (150.0, "[>100]\"high \"0;\"low \"0", "high 150"),
        (50.0, "[>100]\"high \"0;\"low \"0", "low 50"),
        (5.0, "[Red]0;[Blue]-0", "5"),
        (5.0, ";;;", "5"),
    ];
    for (value, code, text) in cases {
        assert_eq!(shown(*value, code), *text, "{value} as {code}");
    }
}

#[test]
fn dates_stand_as_the_cell_shows_them() {
    let cases: &[(f64, &str, &str)] = &[
        (43_392.0, "dd.mm.yyyy", "19.10.2018"),
        (43_392.0, "m/d/yy", "10/19/18"),
        (43_392.0, "d\\-mmm\\-yyyy", "19-Oct-2018"),
        (43_392.0, "[$-407]d. mmmm yyyy", "19. Oktober 2018"),
        (
            43_392.0,
            "[$-40A]d \"de\" mmmm \"de\" yyyy",
            "19 de octubre de 2018",
        ),
        (43_392.0, "dddd, mmmm dd, yyyy", "Friday, October 19, 2018"),
        (43_392.354_166_666_7, "yyyy-mm-dd hh:mm", "2018-10-19 08:30"),
        (43_392.75, "h:mm AM/PM", "6:00 PM"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (0.000_694_444, "mm:ss", "01:00"),
        (59.0, "yyyy-mm-dd", "1900-02-28"),
        (61.0, "yyyy-mm-dd", "1900-03-01"),
        (1.0, "yyyy-mm-dd", "1900-01-01"),
        (43_392.0, "[$-F800]dddd", "2018-10-19"),
        (-1.0, "yyyy-mm-dd", "-1"),
    ];
    for (value, code, text) in cases {
        assert_eq!(shown(*value, code), *text, "{value} as {code}");
    }
    let short = NumberFormat::new(14, None);
    assert_eq!(display(43_392.0, Some(&short), false), "2018-10-19");
    assert_eq!(display(41_930.0, Some(&short), true), "2018-10-19");
}

proptest! {
    #[test]
    fn any_code_shows_any_number(value in any::<f64>(), code in "[0#?.,%E+;yMmdhsAP/\\[\\]$€\"\\\\_* @<>=a-]{0,24}") {
        prop_assume!(value.is_finite());
        prop_assert!(!shown(value, &code).trim().is_empty());
    }

    #[test]
    fn whole_numbers_keep_their_digits(value in -1_000_000_000_i64..1_000_000_000) {
        prop_assert_eq!(shown(value as f64, "0"), value.to_string());
        prop_assert_eq!(shown(value as f64, "General"), value.to_string());
        prop_assert_eq!(shown(value as f64, "#,##0").replace(',', ""), value.to_string());
    }
}
