//! The commands, a file each.

pub mod ask;
pub mod audit;
pub mod batch;
pub mod bench;
pub mod calibrate;
pub mod compare;
pub mod contracts;
pub mod docs;
pub mod doctor;
pub mod eval;
pub mod generate;
pub mod grammar;
pub mod help;
pub mod key;
pub mod manual;
pub mod models;
pub mod proof;
pub mod questions;
pub mod replay;
pub mod review;
pub mod serve;
