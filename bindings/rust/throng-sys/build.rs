//! Links the library: from the folder in THRONG_LIB_DIR, or from where the linker looks. With THRONG_STATIC=1 the static
//! one.
use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=THRONG_LIB_DIR");
    println!("cargo:rerun-if-env-changed=THRONG_STATIC");
    if let Ok(folder) = env::var("THRONG_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", folder);
        for name in ["libthrong.a", "throng.lib"] {
            let library = std::path::Path::new(&folder).join(name);
            if library.exists() {
                println!("cargo:rerun-if-changed={}", library.display()); // a static one is part of what is built here
            }
        }
    }
    if env::var("THRONG_STATIC").map_or(false, |value| value == "1") {
        println!("cargo:rustc-link-lib=static=throng");
        if env::var("CARGO_CFG_UNIX").is_ok() {
            for library in ["pthread", "dl", "m"] {
                println!("cargo:rustc-link-lib={}", library);
            }
        }
    } else {
        println!("cargo:rustc-link-lib=throng");
    }
}
