//! What the machine says it uses: the counters of the processor's packages (RAPL), where the
//! system lets them be read. They count the whole processor, whatever runs on it.
//!
//! Source: Linux, Documentation/power/powercap/powercap.rst.

use std::path::{Path, PathBuf};

/// Where Linux shows the counters.
pub(super) const POWERCAP: &str = "/sys/class/powercap";

/// The counters that can be read; of none nothing is known.
#[derive(Debug, Default)]
pub(super) struct EnergyCounters {
    packages: Vec<Package>,
}

#[derive(Debug)]
struct Package {
    counter: PathBuf,
    /// Where it begins again at 0, in millionths of a joule.
    range: u64,
}

fn number(path: &Path) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

impl EnergyCounters {
    /// The counters below a folder, one a package; parts of packages are in them already.
    pub fn below(folder: &Path) -> EnergyCounters {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        folders.sort();
        let packages = folders.into_iter().filter_map(|folder| {
            let name = std::fs::read_to_string(folder.join("name")).ok()?;
            let counter = folder.join("energy_uj");
            let is_package = name.trim().starts_with("package");
            let readable = is_package && number(&counter).is_some();
            let range = number(&folder.join("max_energy_range_uj"))?;
            readable.then_some(Package { counter, range })
        });
        EnergyCounters {
            packages: packages.collect(),
        }
    }

    /// What they show now.
    pub fn read(&self) -> Vec<Option<u64>> {
        self.packages
            .iter()
            .map(|package| number(&package.counter))
            .collect()
    }

    /// Millionths of a joule between two readings; none where there is no counter.
    pub fn between(&self, before: &[Option<u64>], after: &[Option<u64>]) -> Option<u64> {
        if self.packages.is_empty() {
            return None;
        }
        let pairs = self.packages.iter().zip(before.iter().zip(after));
        let used = pairs.map(|(package, (before, after))| {
            let (before, after) = ((*before)?, (*after)?);
            // It began again at 0 in between, at most once in the time of an answer.
            Some(if after >= before {
                after - before
            } else {
                after + package.range.saturating_sub(before)
            })
        });
        used.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_summed_also_when_a_counter_began_again() {
        let folder = tempfile::tempdir().unwrap();
        let zone = |name: &str, called: &str, shows: &str| {
            let zone = folder.path().join(name);
            std::fs::create_dir_all(&zone).unwrap();
            std::fs::write(zone.join("name"), called).unwrap();
            std::fs::write(zone.join("energy_uj"), shows).unwrap();
            std::fs::write(zone.join("max_energy_range_uj"), "1000\n").unwrap();
        };
        zone("intel-rapl:0", "package-0\n", "100\n");
        zone("intel-rapl:1", "package-1\n", "990\n");
        zone("intel-rapl:0:0", "core\n", "50\n");
        let counters = EnergyCounters::below(folder.path());
        let before = counters.read();
        zone("intel-rapl:0", "package-0\n", "130\n");
        zone("intel-rapl:1", "package-1\n", "20\n");
        assert_eq!(counters.between(&before, &counters.read()), Some(30 + 30));
    }

    #[test]
    fn without_a_counter_nothing_is_known() {
        let counters = EnergyCounters::below(Path::new("/no such folder"));
        assert_eq!(counters.between(&counters.read(), &counters.read()), None);
    }
}
