//! Parquet: every column optional, UTF-8, INT64, DOUBLE or BOOLEAN; row groups
//! of 10,000 rows, uncompressed. Equal tables are equal bytes.

use super::columns::{Column, Entry, Kind};
use crate::error::AppError;
use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// Rows of a group, which is held in memory until it is written.
const GROUP_ROWS: usize = 10_000;

pub(super) struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    kinds: Vec<Kind>,
    rows: Vec<Vec<Entry>>,
}

impl<W: Write + Send> Writer<W> {
    pub(super) fn begin(columns: &[Column], out: W) -> Result<Writer<W>, AppError> {
        let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("answers")
            .with_fields(fields)
            .build()
            .map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_created_by("attest".into())
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(Writer {
            file: file.map_err(failed)?,
            kinds: columns.iter().map(|column| column.kind).collect(),
            rows: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, row: Vec<Entry>) -> Result<(), AppError> {
        self.rows.push(row);
        if self.rows.len() >= GROUP_ROWS {
            self.write_group()?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), AppError> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.close().map(drop).map_err(failed)
    }

    fn write_group(&mut self) -> Result<(), AppError> {
        let mut group = self.file.next_row_group().map_err(failed)?;
        let mut place = 0;
        while let Some(mut writer) = group.next_column().map_err(failed)? {
            let entries = || self.rows.iter().filter_map(|row| row.get(place));
            match self.kinds.get(place) {
                Some(Kind::Whole) => write::<Int64Type, _>(&mut writer, entries(), whole),
                Some(Kind::Number) => write::<DoubleType, _>(&mut writer, entries(), number),
                Some(Kind::Truth) => write::<BoolType, _>(&mut writer, entries(), truth),
                _ => write::<ByteArrayType, _>(&mut writer, entries(), text),
            }?;
            writer.close().map_err(failed)?;
            place += 1;
        }
        group.close().map_err(failed)?;
        self.rows.clear();
        Ok(())
    }
}

fn field(column: &Column) -> Result<Arc<Type>, AppError> {
    let physical = match column.kind {
        Kind::Text => Physical::BYTE_ARRAY,
        Kind::Whole => Physical::INT64,
        Kind::Number => Physical::DOUBLE,
        Kind::Truth => Physical::BOOLEAN,
    };
    let builder =
        Type::primitive_type_builder(&column.name, physical).with_repetition(Repetition::OPTIONAL);
    let builder = match column.kind {
        Kind::Text => builder
            .with_logical_type(Some(LogicalType::String))
            .with_converted_type(ConvertedType::UTF8),
        _ => builder,
    };
    builder.build().map(Arc::new).map_err(failed)
}

fn write<'a, T: DataType, I: Iterator<Item = &'a Entry>>(
    writer: &mut SerializedColumnWriter<'_>,
    entries: I,
    take: impl Fn(&Entry) -> Option<T::T>,
) -> Result<(), AppError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for entry in entries {
        let value = take(entry);
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)
        .map(drop)
        .map_err(failed)
}

fn text(entry: &Entry) -> Option<ByteArray> {
    match entry {
        Entry::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
        _ => None,
    }
}

fn whole(entry: &Entry) -> Option<i64> {
    match entry {
        Entry::Whole(number) => Some(*number),
        _ => None,
    }
}

fn number(entry: &Entry) -> Option<f64> {
    match entry {
        Entry::Number(number) => Some(*number),
        _ => None,
    }
}

fn truth(entry: &Entry) -> Option<bool> {
    match entry {
        Entry::Truth(truth) => Some(*truth),
        _ => None,
    }
}

fn failed(error: ParquetError) -> AppError {
    let error = match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => *error,
            Err(other) => std::io::Error::other(other.to_string()),
        },
        other => std::io::Error::other(other.to_string()),
    };
    AppError::File {
        path: "the Parquet table".into(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::columns;
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    fn write_rows(count: usize) -> Vec<u8> {
        let columns = columns(&[]);
        let mut out = Vec::new();
        let mut writer = Writer::begin(&columns, &mut out).unwrap();
        for row in 0..count {
            let entries = columns
                .iter()
                .map(|column| match column.kind {
                    Kind::Text if row % 2 == 1 => Entry::Empty,
                    Kind::Text => Entry::Text(format!("row {row}, ä")),
                    Kind::Whole => Entry::Whole(row as i64),
                    Kind::Number => Entry::Number(row as f64 / 2.0),
                    Kind::Truth => Entry::Truth(row % 3 == 0),
                })
                .collect();
            writer.add(entries).unwrap();
        }
        writer.finish().unwrap();
        out
    }

    #[test]
    fn what_is_written_is_read_back_over_several_groups() {
        let count = GROUP_ROWS + 7;
        let mut written = tempfile::tempfile().unwrap();
        written.write_all(&write_rows(count)).unwrap();
        let file = SerializedFileReader::new(written).unwrap();
        assert_eq!(file.metadata().num_row_groups(), 2);
        let mut rows = 0;
        for (number, row) in file.get_row_iter(None).unwrap().enumerate() {
            let row = row.unwrap();
            // Empty is null.
            let expected = (number % 2 == 0).then(|| format!("row {number}, ä"));
            assert_eq!(row.get_string(0).ok(), expected.as_ref());
            assert_eq!(row.get_long(11).unwrap(), number as i64);
            assert_eq!(row.get_bool(7).unwrap(), number % 3 == 0);
            rows += 1;
        }
        assert_eq!(rows, count);
    }

    #[test]
    fn equal_tables_are_equal_bytes_and_an_empty_one_is_a_file() {
        assert_eq!(write_rows(3), write_rows(3));
        assert!(write_rows(0).starts_with(b"PAR1"));
    }
}
