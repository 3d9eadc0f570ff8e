//! Whether this processor has the instructions that the program was built for. Asked before
//! anything else: where they are missing, llama.cpp would end the process by a signal that tells a
//! person nothing. And what it calls itself, for records.

use std::fs;
use std::sync::OnceLock;

/// Where Linux says what the processors are.
const CPUINFO: &str = "/proc/cpuinfo";

/// What the processor calls itself, and in brackets the kind of processor whose instructions are
/// used where a build chooses (`engine::instructions`); none where the system does not say. It is
/// asked once.
pub(crate) fn name() -> Option<String> {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let asked = || {
        let name = name_in(&fs::read_to_string(CPUINFO).ok()?)?;
        Some(match engine::instructions::kind() {
            Some(kind) => format!("{name} ({kind})"),
            None => name,
        })
    };
    NAME.get_or_init(asked).clone()
}

fn name_in(cpuinfo: &str) -> Option<String> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(field, _)| field.trim() == "model name");
    names.next().map(|(_, name)| name.trim().to_owned())
}

/// What llama.cpp is built with on x86-64, and whether it is there. Said once more in
/// `.cargo/config.toml`; a test compares the two.
#[cfg(all(target_arch = "x86_64", not(feature = "dynamic-backends")))]
fn instructions() -> Vec<(&'static str, bool)> {
    vec![
        ("SSE4.2", std::arch::is_x86_feature_detected!("sse4.2")),
        ("AVX", std::arch::is_x86_feature_detected!("avx")),
        ("AVX2", std::arch::is_x86_feature_detected!("avx2")),
        ("BMI2", std::arch::is_x86_feature_detected!("bmi2")),
        ("FMA", std::arch::is_x86_feature_detected!("fma")),
        ("F16C", std::arch::is_x86_feature_detected!("f16c")),
    ]
}

/// Other processors, and those that a build for all of them runs on, are asked for nothing beyond
/// what every one of their kind has.
#[cfg(any(not(target_arch = "x86_64"), feature = "dynamic-backends"))]
fn instructions() -> Vec<(&'static str, bool)> {
    Vec::new()
}

/// One sentence where this processor cannot run the program; none where it can.
pub fn refusal() -> Option<String> {
    refusal_for(&instructions())
}

fn refusal_for(instructions: &[(&str, bool)]) -> Option<String> {
    let missing: Vec<&str> = instructions
        .iter()
        .filter(|(_, is_there)| !is_there)
        .map(|(name, _)| *name)
        .collect();
    if missing.is_empty() {
        return None;
    }
    Some(format!(
        "this processor lacks {}, which this program was built for; most x86-64 processors since 2015 have all of that \
         (in a virtual machine, pass the host's processor through)",
        missing.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_is_called_by_its_name_where_the_system_says_it() {
        let told = "processor\t: 0\nmodel name\t: A Processor @ 2.5GHz\n\nprocessor\t: 1\nmodel name\t: Another\n";
        assert_eq!(name_in(told).as_deref(), Some("A Processor @ 2.5GHz"));
        assert_eq!(name_in("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
    }

    #[test]
    fn what_is_missing_is_named_in_one_sentence() {
        assert_eq!(refusal_for(&[]), None);
        assert_eq!(refusal_for(&[("AVX", true), ("AVX2", true)]), None);
        let told = refusal_for(&[("AVX", true), ("AVX2", false), ("FMA", false)]).unwrap();
        assert!(
            told.starts_with("this processor lacks AVX2, FMA, which"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1);
    }

    #[cfg(all(target_arch = "x86_64", not(feature = "dynamic-backends")))]
    #[test]
    fn what_is_asked_for_is_what_llama_cpp_is_built_with() {
        let settings = include_str!("../../../.cargo/config.toml");
        let lines = settings
            .lines()
            .filter_map(|line| line.strip_prefix("GGML_"));
        let built: Vec<String> = lines
            .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
            .collect();
        let asked: Vec<String> = instructions()
            .iter()
            .map(|(name, _)| name.replace('.', ""))
            .collect();
        assert_eq!(asked, built);
    }
}
