//! The arguments of holds and periods of retention.

use clap::{Args, Subcommand};

#[derive(Args)]
pub struct Hold {
    /// Its id, or the beginning of it
    pub id: String,
    /// Why; it is erased with what is held, and stands in no index
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    /// Who says so (else the reviewer of the settings); kept and erased with the reason
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

#[derive(Args)]
pub struct Release {
    /// Its id, or the beginning of it
    pub id: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    /// Who says so (else the reviewer of the settings)
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
    /// Where several holds are over it: the record of the one that ends
    #[arg(long, value_name = "RECORD")]
    pub hold: Option<String>,
}

#[derive(Subcommand)]
pub enum Retention {
    /// Say how long documents and answers are kept: 90d, 18m, 10y, or none (for good).
    #[command(group(clap::ArgGroup::new("set").args(["documents", "answers"]).multiple(true).required(true)))]
    Set {
        /// Documents, from the day of their first import on
        #[arg(long, value_name = "PERIOD")]
        documents: Option<String>,
        /// Answers, from the day they were given on
        #[arg(long, value_name = "PERIOD")]
        answers: Option<String>,
    },
    /// Print the periods and the holds that stand.
    List,
    /// List what is past its period; changes nothing.
    Due,
    /// Erase what is past its period and not held.
    Apply,
}
