//! Registered model files.

use rusqlite::{TransactionBehavior, params};
use serde::Serialize;
use serde_json::{Value, json};

use crate::audit::{self, RecordId};
use crate::canonical;
use crate::document::stored_size;
use crate::error::VaultError;
use crate::vault::Vault;

/// A model file the user registered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegisteredModel {
    /// Name it is asked for by; unique.
    pub name: String,
    /// Where the file lies, as the user gave it.
    pub path: String,
    /// Lower-case hexadecimal SHA-256 of the file.
    pub sha256: String,
    /// Size of the file in bytes.
    pub size: u64,
    /// When it was registered: RFC 3339, UTC.
    pub added_at: String,
    /// What the file's header says (a JSON object).
    pub metadata: Value,
}

impl Vault {
    /// Registers a model, or replaces the one of the same name, together with
    /// a `model` record. The record holds name, SHA-256, size and metadata,
    /// not the path.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`], [`VaultError::NotCanonical`],
    /// [`VaultError::DiskFull`], [`VaultError::Locked`].
    pub fn add_model(&mut self, model: &RegisteredModel) -> Result<RecordId, VaultError> {
        let body = json!({
            "name": model.name, "sha256": model.sha256, "size": model.size, "metadata": model.metadata,
        });
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (id, _) = audit::append_in(&transaction, audit::KIND_MODEL, &body, &model.added_at)?;
        transaction.execute(
            "INSERT INTO model (name, path, sha256, size, added_at, metadata) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (name) DO UPDATE SET path = excluded.path, sha256 = excluded.sha256,
               size = excluded.size, added_at = excluded.added_at, metadata = excluded.metadata",
            params![
                model.name,
                model.path,
                model.sha256,
                stored_size(model.size),
                model.added_at,
                canonical::print(&model.metadata)?,
            ],
        )?;
        transaction.commit()?;
        Ok(id)
    }

    /// The registered models by name.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn list_models(&self) -> Result<Vec<RegisteredModel>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT name, path, sha256, size, added_at, metadata FROM model ORDER BY name",
        )?;
        let rows = statement.query_map([], |row| {
            let metadata: String = row.get(5)?;
            Ok(RegisteredModel {
                name: row.get(0)?,
                path: row.get(1)?,
                sha256: row.get(2)?,
                size: row.get::<_, i64>(3)?.unsigned_abs(),
                added_at: row.get(4)?,
                metadata: serde_json::from_str(&metadata).unwrap_or(Value::Null),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
