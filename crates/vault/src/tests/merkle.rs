//! The tree against the definitions of RFC 9162, written down as they stand.

use std::convert::Infallible;

use proptest::prelude::*;

use crate::merkle::{
    Hash, consistency_path, empty_root, hash_leaf, hash_node, inclusion_path, root,
    verify_consistency, verify_inclusion,
};
use crate::{ProofError, canonical};

/// `MTH` of RFC 9162, 2.1.1.
fn naive_root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => empty_root(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(naive_split(leaves.len()));
            hash_node(&naive_root(left), &naive_root(right))
        }
    }
}

/// `PATH` of RFC 9162, 2.1.3.1.
fn naive_inclusion(index: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let middle = naive_split(leaves.len());
    let (left, right) = leaves.split_at(middle);
    let (mut path, other) = if index < middle {
        (naive_inclusion(index, left), naive_root(right))
    } else {
        (naive_inclusion(index - middle, right), naive_root(left))
    };
    path.push(other);
    path
}

/// `SUBPROOF` of RFC 9162, 2.1.4.1.
fn naive_consistency(old: usize, leaves: &[Hash], is_known: bool) -> Vec<Hash> {
    if old == leaves.len() {
        return if is_known {
            Vec::new()
        } else {
            vec![naive_root(leaves)]
        };
    }
    let middle = naive_split(leaves.len());
    let (left, right) = leaves.split_at(middle);
    let (mut path, other) = if old <= middle {
        (naive_consistency(old, left, is_known), naive_root(right))
    } else {
        (
            naive_consistency(old - middle, right, false),
            naive_root(left),
        )
    };
    path.push(other);
    path
}

fn naive_split(count: usize) -> usize {
    count.next_power_of_two() / 2
}

fn leaves(count: usize) -> Vec<Hash> {
    (0..count)
        .map(|number| hash_leaf(number.to_string().as_bytes()))
        .collect()
}

/// Reads whole subtrees, and counts how many.
fn reader<'a>(
    leaves: &'a [Hash],
    reads: &'a mut usize,
) -> impl FnMut(u32, u64) -> Result<Hash, Infallible> + 'a {
    move |level, position| {
        *reads += 1;
        let width = 1_usize << level;
        let start = usize::try_from(position).unwrap() * width;
        Ok(naive_root(&leaves[start..start + width]))
    }
}

fn hex(hash: &Hash) -> String {
    canonical::hex(hash)
}

fn from_hex(text: &str) -> Hash {
    let bytes: Vec<u8> = (0..text.len())
        .step_by(2)
        .map(|place| u8::from_str_radix(&text[place..place + 2], 16).unwrap())
        .collect();
    bytes.try_into().unwrap()
}

/// The leaves that the tests of Certificate Transparency implementations share.
const KNOWN_LEAVES: [&[u8]; 8] = [
    b"",
    b"\x00",
    b"\x10",
    b"\x20\x21",
    b"\x30\x31",
    b"\x40\x41\x42\x43",
    b"\x50\x51\x52\x53\x54\x55\x56\x57",
    b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
];

/// Their roots, from one leaf to eight, as the certificate-transparency-go and
/// Trillian projects have them.
const KNOWN_ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

#[test]
fn roots_are_those_that_certificate_transparency_knows() {
    assert_eq!(
        hex(&empty_root()),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    let leaves = KNOWN_LEAVES.map(hash_leaf);
    for (count, known) in (1..).zip(KNOWN_ROOTS) {
        let mut reads = 0;
        let found = root(count as u64, &mut reader(&leaves, &mut reads)).unwrap();
        assert_eq!(hex(&found), known, "{count} leaves");
        assert_eq!(naive_root(&leaves[..count]), found);
    }
}

/// Paths over the same leaves, from the same projects.
#[test]
fn paths_are_those_that_certificate_transparency_knows() {
    let leaves = KNOWN_LEAVES.map(hash_leaf);
    let mut reads = 0;
    let mut read = reader(&leaves, &mut reads);
    let inclusion = inclusion_path(5, 8, &mut read).unwrap();
    assert_eq!(
        inclusion.iter().map(hex).collect::<Vec<_>>(),
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
    );
    let consistency = consistency_path(6, 8, &mut read).unwrap();
    assert_eq!(
        consistency.iter().map(hex).collect::<Vec<_>>(),
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
    );
    let known = KNOWN_ROOTS.map(from_hex);
    verify_inclusion(&leaves[5], 5, 8, &inclusion, &known[7]).unwrap();
    verify_consistency(6, 8, &known[5], &known[7], &consistency).unwrap();
}

/// Every leaf of every small tree, and every pair of sizes: the proof holds,
/// and with any one thing changed it does not.
#[test]
fn no_changed_proof_of_a_small_tree_holds() {
    let all = leaves(18);
    let mut spoiled = 0;
    for size in 1..all.len() {
        let root = naive_root(&all[..size]);
        for index in 0..size {
            let path = naive_inclusion(index, &all[..size]);
            let holds = |leaf: &Hash, index: usize, size: usize, path: &[Hash], root: &Hash| {
                verify_inclusion(leaf, index as u64, size as u64, path, root).is_ok()
            };
            assert!(holds(&all[index], index, size, &path, &root));
            for other in 0..=size {
                assert!(other == index || !holds(&all[index], other, size, &path, &root));
                spoiled += 1;
            }
            assert!(!holds(&all[size], index, size, &path, &root));
            assert!(!holds(&all[index], index, size, &path, &all[0]) || size == 1);
            for path in spoil_path(&path, &all) {
                assert!(
                    !holds(&all[index], index, size, &path, &root),
                    "{index} of {size}"
                );
                spoiled += 1;
            }
        }
    }
    assert!(spoiled > 4000, "{spoiled}");
}

#[test]
fn no_changed_proof_of_consistency_of_small_trees_holds() {
    let all = leaves(18);
    let mut spoiled = 0;
    for size in 1..all.len() {
        let root = naive_root(&all[..size]);
        for old in 1..size {
            let old_root = naive_root(&all[..old]);
            let path = naive_consistency(old, &all[..size], true);
            let holds = |old: usize, size: usize, old_root: &Hash, root: &Hash, path: &[Hash]| {
                verify_consistency(old as u64, size as u64, old_root, root, path).is_ok()
            };
            assert!(holds(old, size, &old_root, &root, &path));
            assert!(!holds(old, size, &root, &root, &path));
            assert!(!holds(old, size, &old_root, &old_root, &path));
            assert!(!holds(old, size, &root, &old_root, &path));
            assert!(!holds(size, old, &old_root, &root, &path));
            for other in (0..=size).filter(|other| *other != old) {
                assert!(
                    !holds(other, size, &old_root, &root, &path),
                    "{other} for {old} of {size}"
                );
                spoiled += 1;
            }
            for path in spoil_path(&path, &all) {
                assert!(
                    !holds(old, size, &old_root, &root, &path),
                    "{old} of {size}"
                );
                spoiled += 1;
            }
        }
    }
    assert!(spoiled > 3000, "{spoiled}");
}

/// The path with a byte changed, a hash left out, doubled or added, two
/// swapped.
fn spoil_path(path: &[Hash], others: &[Hash]) -> Vec<Vec<Hash>> {
    let mut all = vec![[path, &others[..1]].concat(), [&others[..1], path].concat()];
    for place in 0..path.len() {
        for byte in [0, 31] {
            let mut changed = path.to_vec();
            changed[place][byte] ^= 1;
            all.push(changed);
        }
        let mut shorter = path.to_vec();
        shorter.remove(place);
        all.push(shorter);
        let mut longer = path.to_vec();
        longer.insert(place, path[place]);
        all.push(longer);
    }
    for place in 1..path.len() {
        let mut swapped = path.to_vec();
        swapped.swap(place - 1, place);
        all.push(swapped);
    }
    all
}

#[test]
fn what_is_no_tree_is_refused_by_its_own_name() {
    let all = leaves(3);
    let root = naive_root(&all);
    assert_eq!(
        verify_inclusion(&all[0], 3, 3, &[], &root),
        Err(ProofError::Beyond { index: 3, size: 3 })
    );
    assert_eq!(
        verify_inclusion(&all[0], 0, 0, &[], &empty_root()),
        Err(ProofError::Beyond { index: 0, size: 0 })
    );
    assert_eq!(
        verify_consistency(4, 3, &root, &root, &[]),
        Err(ProofError::Shrunk { seen: 4, found: 3 })
    );
    assert_eq!(verify_consistency(0, 3, &empty_root(), &root, &[]), Ok(()));
    assert_eq!(verify_consistency(3, 3, &root, &root, &[]), Ok(()));
    let path = verify_consistency(3, 3, &root, &root, &[root]);
    assert_eq!(path, Err(ProofError::PathLength));
    assert_eq!(
        verify_consistency(0, 3, &root, &root, &[]),
        Err(ProofError::RootDiffers)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn paths_are_those_of_the_definition_and_few_nodes_are_read(
        size in 1_usize..300,
        index in any::<prop::sample::Index>(),
        old in any::<prop::sample::Index>(),
    ) {
        let all = leaves(size);
        let (index, old) = (index.index(size), old.index(size) + 1);
        let mut reads = 0;
        let found = root(size as u64, &mut reader(&all, &mut reads)).unwrap();
        prop_assert_eq!(found, naive_root(&all));
        let path = inclusion_path(index as u64, size as u64, &mut reader(&all, &mut reads)).unwrap();
        prop_assert_eq!(&path, &naive_inclusion(index, &all));
        verify_inclusion(&all[index], index as u64, size as u64, &path, &found).unwrap();
        let earlier = root(old as u64, &mut reader(&all, &mut reads)).unwrap();
        let path = consistency_path(old as u64, size as u64, &mut reader(&all, &mut reads)).unwrap();
        prop_assert_eq!(&path, &naive_consistency(old, &all, true));
        verify_consistency(old as u64, size as u64, &earlier, &found, &path).unwrap();
        // Two roots and two paths, of at most 9 levels.
        prop_assert!(reads <= 6 * 9, "{reads} reads");
    }

    #[test]
    fn numbers_from_strangers_neither_panic_nor_take_long(
        index in any::<u64>(), size in any::<u64>(), old in any::<u64>(), length in 0_usize..70,
    ) {
        let path = vec![[7; 32]; length];
        prop_assert!(verify_inclusion(&[1; 32], index, size, &path, &[2; 32]).is_err());
        prop_assert!(verify_consistency(old, size, &[1; 32], &[2; 32], &path).is_err());
    }
}
