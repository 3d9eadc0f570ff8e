//! Walls that the kernel keeps around this program: no way to a network from any of its
//! processes, and no file but their own for those that meet what others wrote.
//!
//! ```text
//! raise    from the first line of every executable: no new privileges, no image of the memory,
//!          no socket but a local one (seccomp); whatever is started inherits it
//! shut     before a process reads what others wrote: no connection and no socket any more, local
//!          ones among them; for a program that met whom it had to meet
//! confine  in a process that reads documents or holds a model: no socket at all, no program
//!          and no file but those that are named (Landlock)
//! examine  by trying: whether the walls stand, for `attest doctor`
//! ```
//!
//! A promise in the code holds as long as the code does what was meant. A library that is
//! taken over by a hostile document is no longer that code; the kernel still is the kernel.
//!
//! # Limits
//!
//! Linux only, on x86-64 and 64-bit ARM. Where the kernel has no seccomp or no Landlock,
//! [`raise`] and [`confine`] do what they can and the program works all the same: then only its
//! own code keeps it from the network, and [`examine`] says so. A local socket (`AF_UNIX`) stays
//! allowed outside of confined processes, since the window reaches its display by one; whoever
//! takes the window over could ask another program of the same person through it.

#[cfg(target_os = "linux")]
mod linux;
mod sight;

pub use sight::{Files, Findings, Network, Sight};

/// Why a process could not be confined although the kernel knows how.
#[derive(Debug, thiserror::Error)]
#[error("the kernel did not confine the process: {0}")]
pub struct WallError(String);

/// Raises the wall around this process and all that it starts. Called from the first line of an
/// executable, while it has one thread. What the kernel refuses to do is left: [`examine`] tells.
pub fn raise() {
    #[cfg(target_os = "linux")]
    linux::raise(&[]);
}

/// As [`raise`], with doors: TCP at these ports, in and out. For `attest-remote`, which reaches the
/// servers that a person listed, and for tests that work in the window by remote control: `WebKit`
/// listens there, and its own processes connect to it. Where the kernel cannot keep to these ports
/// (Landlock 4), there is no door.
pub fn raise_with_doors(ports: &[u16]) {
    #[cfg(target_os = "linux")]
    linux::raise(ports);
    #[cfg(not(target_os = "linux"))]
    let _ = ports;
}

/// Refuses this process and all that it starts every socket and every connection from now on, local
/// ones among them, in every thread. What is connected already stays so. Where the kernel cannot, it
/// is left.
pub fn shut() {
    #[cfg(target_os = "linux")]
    linux::shut();
}

/// Confines this process to what is named. Called before it starts a thread: only the threads
/// that come later are confined with it.
///
/// # Errors
///
/// [`WallError`] where the kernel knows how and refuses; none where it does not know how.
pub fn confine(sight: &Sight) -> Result<(), WallError> {
    #[cfg(target_os = "linux")]
    return linux::confine(sight).map_err(WallError);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = sight;
        Ok(())
    }
}

/// Looks whether the walls stand, by trying to get out.
pub fn examine() -> Findings {
    #[cfg(target_os = "linux")]
    return linux::examine();
    #[cfg(not(target_os = "linux"))]
    Findings {
        network: Network::Unknown,
        files: Files::Unknown,
    }
}
