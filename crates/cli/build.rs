//! Where the executable of a build for all processors finds the libraries of llama.cpp.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_DYNAMIC_BACKENDS").is_some() {
        // DT_RPATH and not DT_RUNPATH: the libraries need each other, and only the former is theirs, too.
        println!("cargo:rustc-link-arg-bins=-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib/attest");
    }
}
