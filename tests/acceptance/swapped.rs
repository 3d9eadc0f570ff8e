//! A model's file that is exchanged or overwritten while a process holds it.

use acceptance::{executable, sha256, take_model};
use engine::worker::Worker;
use engine::{Decoder, EngineError, LoadRequest};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

#[test]
fn a_model_that_is_overwritten_in_place_answers_no_more() {
    let Some(with) = take_model() else { return };
    let path = with.scratch.path("model.gguf");
    std::fs::copy(&with.file, &path).unwrap();
    let mut request = LoadRequest {
        path: path.clone(),
        sha256: sha256(std::fs::read(&path).unwrap()),
        context_tokens: 512,
        threads: 1,
        flash_attention: false,
        template: Some("chatml".into()),
        gpu_layers: Some(0),
        adapter: None,
    };
    let mut worker = Worker::start(&executable(), &request).unwrap();
    assert_eq!(worker.model().sha256, request.sha256);
    let words = ["the premium".to_owned()];
    let counted = worker.count_tokens(&words).unwrap();

    // The same bytes with new times: nothing has changed.
    let mut file = File::options().read(true).write(true).open(&path).unwrap();
    let place = SeekFrom::End(-1);
    let mut byte = [0];
    file.seek(place).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(place).unwrap();
    file.write_all(&byte).unwrap();
    assert_eq!(worker.count_tokens(&words), Ok(counted));

    // One bit of the last weight.
    file.seek(place).unwrap();
    file.write_all(&[byte[0] ^ 1]).unwrap();
    assert_eq!(worker.count_tokens(&words), Err(EngineError::Altered));
    assert_eq!(worker.count_tokens(&words), Err(EngineError::Altered));
    drop(worker);

    // Nor is it loaded as what it was.
    let refused = Worker::start(&executable(), &request).err();
    assert_eq!(refused, Some(EngineError::Altered));
    request.sha256 = sha256(std::fs::read(&path).unwrap());
    assert!(Worker::start(&executable(), &request).is_ok());
}
