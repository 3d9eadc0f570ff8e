//! The trie of some tokens, in depth-first order.

/// A node of the trie: the byte that leads to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub byte: u8,
    /// Most characters that begin below this node on one way, 255 at most.
    pub chars: u8,
    /// Bytes from the root, at least 1.
    pub depth: u32,
    /// Where the next node is that is not below this one.
    pub skip: u32,
    /// The first of the tokens that end here; they reach to the next node's.
    pub first: u32,
}

/// Some tokens by their bytes.
#[derive(Debug)]
pub(super) struct Trie {
    /// In depth-first order.
    pub nodes: Vec<Node>,
    /// Tokens in the order of the nodes at which they end.
    pub order: Vec<u32>,
}

impl Trie {
    /// The trie of some tokens, which are sorted by their bytes.
    pub fn new<'a>(bytes_of: impl Fn(u32) -> &'a [u8], order: Vec<u32>) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        // The nodes on the way to the current token, by depth.
        let mut path: Vec<usize> = Vec::new();
        let mut before: &[u8] = &[];
        for (position, id) in order.iter().enumerate() {
            let bytes = bytes_of(*id);
            let common = before.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            close(&mut nodes, &mut path, common);
            for byte in bytes.iter().skip(common) {
                path.push(nodes.len());
                let depth = path.len() as u32;
                // A node's own tokens come before those below it, so a node made
                // on the way to this token starts where this token stands.
                nodes.push(Node {
                    byte: *byte,
                    chars: 0,
                    depth,
                    skip: 0,
                    first: position as u32,
                });
            }
            before = bytes;
        }
        close(&mut nodes, &mut path, 0);
        Self { nodes, order }
    }

    /// Tokens that end at a node.
    pub fn tokens_at(&self, at: usize) -> &[u32] {
        self.tokens_between(at, at + 1)
    }

    /// Tokens that end at the nodes `from..to`.
    pub fn tokens_between(&self, from: usize, to: usize) -> &[u32] {
        let first = |at| self.nodes.get(at).map(|node: &Node| node.first as usize);
        let start = first(from).unwrap_or(self.order.len());
        let end = first(to).unwrap_or(self.order.len());
        self.order.get(start..end).unwrap_or_default()
    }

    pub fn memory(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.order.len() * 4
    }
}

fn close(nodes: &mut [Node], path: &mut Vec<usize>, depth: usize) {
    let end = nodes.len() as u32;
    while path.len() > depth {
        let mut chars = 0;
        if let Some(node) = path.pop().and_then(|at| nodes.get_mut(at)) {
            node.skip = end;
            let begins = u8::from(node.byte & 0xC0 != 0x80);
            chars = node.chars.saturating_add(begins);
        }
        if let Some(above) = path.last().and_then(|at| nodes.get_mut(*at)) {
            above.chars = above.chars.max(chars);
        }
    }
}
