//! firewall
