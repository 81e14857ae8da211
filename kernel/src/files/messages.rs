//! The catalogue of file messages.

use crate::error::Catalogue;

macro_rules! catalogue {
    ($($name:ident = $status:literal $code:literal $ko:literal $en:literal;)*) => {
        $(pub const $name: Catalogue = Catalogue::new($status, $code, $ko, $en);)*
        /// All rows: the reason of a refusal is stored as a code.
        const FILE_PROBLEMS: &[Catalogue] = &[$($name),*];
    };
}

catalogue! {
    FILE_TOO_LARGE = 413 "file_too_large" "파일 용량이 너무 큽니다." "the file is too large";
    FILE_QUOTA_EXCEEDED = 413 "file_quota_exceeded" "저장 공간이 부족합니다. 내 미디어에서 필요 없는 파일을 삭제해 주세요." "Your storage is full. Please delete files that you no longer need under My media.";
    FILE_EMPTY = 422 "file_empty" "빈 파일은 올릴 수 없습니다." "Empty files can't be uploaded.";
    FILE_TYPE_UNSUPPORTED = 422 "file_type_unsupported" "JPG, PNG, WebP, GIF 이미지와 MP4, AVI, WebM 동영상만 올릴 수 있습니다." "Only JPG, PNG, WebP and GIF images and MP4, AVI and WebM videos can be uploaded.";
    FILE_HEIC = 422 "file_heic" "HEIC 사진은 아직 올릴 수 없습니다. JPG로 바꿔서 올려 주세요." "HEIC photos cannot be uploaded yet. Please convert the photo to JPG.";
    FILE_AVIF = 422 "file_avif" "AVIF 이미지는 아직 올릴 수 없습니다. JPG나 PNG로 바꿔서 올려 주세요." "AVIF images cannot be uploaded yet. Please convert the image to JPG or PNG.";
    FILE_NO_IMAGE = 422 "file_no_image" "이미지 파일을 선택해 주세요." "Please choose an image.";
    FILE_NO_VIDEO = 422 "file_no_video" "동영상 파일을 선택해 주세요." "Please choose a video.";
    FILE_UNREADABLE = 422 "file_unreadable" "파일이 손상되어 읽을 수 없습니다." "The file is damaged and cannot be read.";
    FILE_TOO_MANY_PIXELS = 422 "file_too_many_pixels" "이미지가 너무 큽니다. 5,000만 화소 이하로 줄여 주세요." "The image has too many pixels. Please reduce it to at most 50 megapixels.";
    FILE_FORBIDDEN = 422 "file_forbidden" "이 파일은 공유할 수 없습니다." "This file can't be shared.";
    FORBIDDEN_FILE_EXISTS = 409 "forbidden_file_exists" "이미 목록에 있는 파일입니다." "This file is already on the list.";
    FORBIDDEN_FILE_NOT_FOUND = 404 "forbidden_file_not_found" "목록에 없는 파일입니다." "This file is not on the list.";
    FILE_CHECK_FAILED = 422 "file_check_failed" "파일을 확인하지 못했습니다. 다시 올려 주세요." "The file could not be checked. Please upload it again.";
    FILE_DIGEST_MISMATCH = 400 "file_digest_mismatch" "전송 중에 파일이 손상되었습니다. 다시 올려 주세요." "The file was damaged during the upload. Please upload it again.";
    UPLOAD_HEADER_INVALID = 400 "upload_header_invalid" "업로드 요청의 헤더가 올바르지 않습니다." "The headers of the upload are not valid.";
    UPLOAD_LENGTH_INCONSISTENT = 400 "upload_length_inconsistent" "업로드의 크기가 처음에 알린 크기와 다릅니다." "The size of the upload differs from the announced size.";
    UPLOAD_COMPLETE = 400 "upload_complete" "이미 완료된 업로드입니다." "This upload is already complete.";
    UPLOAD_OFFSET_MISMATCH = 409 "upload_offset_mismatch" "업로드를 이어 갈 위치가 다릅니다." "The upload does not continue at this offset.";
    UPLOAD_SUPERSEDED = 409 "upload_superseded" "다른 요청이 이 업로드를 이어 가고 있습니다." "Another request is continuing this upload.";
    UPLOAD_INTERRUPTED = 400 "upload_interrupted" "전송이 중간에 끊겼습니다." "The transfer was interrupted.";
    UPLOAD_TYPE_WRONG = 415 "upload_type_wrong" "application/partial-upload 형식으로 보내 주세요." "Please send application/partial-upload.";
    STORAGE_FULL = 507 "storage_full" "서버의 저장 공간이 부족합니다. 잠시 후 다시 시도해 주세요." "The server is out of storage. Please try again later.";
    FILE_NOT_FOUND = 404 "file_not_found" "파일을 찾을 수 없습니다." "File not found.";
    FILE_NOT_READY = 409 "file_not_ready" "파일을 아직 확인하고 있습니다." "The file is still being checked.";
    FILE_WRONG_KIND = 422 "file_wrong_kind" "이곳에는 쓸 수 없는 종류의 파일입니다." "This kind of file cannot be used here.";
    FILE_RANGE_UNSATISFIABLE = 416 "file_range_unsatisfiable" "요청한 범위가 파일을 벗어났습니다." "The requested range is outside the file.";
    UPLOADS_TOO_MANY = 429 "uploads_too_many" "완료되지 않은 업로드가 너무 많습니다. 먼저 완료하거나 취소해 주세요." "You have too many unfinished uploads. Please finish or cancel one first.";
}

/// The row of a stored code.
#[must_use]
pub fn refusal(code: &str) -> Catalogue {
    FILE_PROBLEMS
        .iter()
        .copied()
        .find(|row| row.code == code)
        .unwrap_or(FILE_CHECK_FAILED)
}
