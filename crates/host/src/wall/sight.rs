//! What a confined process may still see, and what is found by trying the walls.

use std::path::PathBuf;

/// What a confined process may still use of the file system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sight {
    /// Files that it may read, and folders with all below them. What is not there is left out.
    pub read: Vec<PathBuf>,
    /// As `read`, of what it may also start as a program. Where there is none, nothing can be
    /// started.
    pub run: Vec<PathBuf>,
    /// Device files, and folders with those below them, which it may read, write and control
    /// (`ioctl`): graphics processors. Their drivers are in `read`.
    pub devices: Vec<PathBuf>,
    /// Whether it may make local sockets that keep messages apart (`AF_UNIX`, `SOCK_SEQPACKET`), name
    /// them outside of the file system and listen. Nobody is let in and nobody is reached by them.
    pub listens: bool,
}

/// Whether the kernel lets this process make a socket of the internet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// It was tried, and the kernel refused.
    Refused,
    /// It was tried, and nothing refused.
    Open,
    /// This system has no such wall.
    Unknown,
}

/// Whether the kernel can hide files from a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// It was tried in a thread that saw nothing from then on. The number says how much the
    /// kernel's Landlock can do.
    Hidden {
        /// Landlock's version in the kernel.
        abi: i32,
    },
    /// The kernel has no Landlock, or it is switched off.
    Seen,
    /// This system has no such wall.
    Unknown,
}

/// What [`examine`](super::examine) found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Findings {
    /// Of the network.
    pub network: Network,
    /// Of files.
    pub files: Files,
}
