//! What a message to or from a worker may hold.

/// Most bytes of a message. A reader's scores of 64 passages are some megabytes; this bounds
/// what a process that is not in its right mind can make the program hold.
pub(crate) const MAX_MESSAGE_BYTES: u32 = 256 << 20;
