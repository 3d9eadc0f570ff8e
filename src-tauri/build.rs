//! Checks that the front end is there before Tauri embeds it.

fn main() {
    println!("cargo:rerun-if-changed=../ui/dist");
    assert!(
        std::path::Path::new("../ui/dist/index.html").is_file(),
        "the front end is not built: run `npm --prefix ui ci && npm --prefix ui run build` first"
    );
    if std::env::var_os("CARGO_FEATURE_DYNAMIC_BACKENDS").is_some() {
        // As in crates/cli/build.rs.
        println!("cargo:rustc-link-arg-bins=-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib/attest");
    }
    tauri_build::build();
}
