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
    FILE_CHECKS_SPENT = 429 "file_checks_spent" "오늘 올릴 수 있는 파일을 모두 올렸습니다. 내일 다시 시도해 주세요." "You have uploaded as much as we can check in a day. Please try again tomorrow.";
    FILE_EMPTY = 422 "file_empty" "빈 파일은 올릴 수 없습니다." "Empty files can't be uploaded.";
    FILE_TYPE_UNSUPPORTED = 422 "file_type_unsupported" "JPG, PNG, WebP, GIF 이미지, MP4, MOV, AVI, WebM 동영상, MP3, M4A, AAC, FLAC, OGG, WAV 음악, GLB·VRM 3D 모델만 올릴 수 있습니다." "Only JPG, PNG, WebP and GIF images, MP4, MOV, AVI and WebM videos, MP3, M4A, AAC, FLAC, OGG and WAV sounds, and GLB and VRM models can be uploaded.";
    FILE_CODEC = 422 "file_codec" "브라우저에서 재생할 수 없는 코덱({value})입니다. 동영상은 H.264, 음악은 AAC 코덱으로 변환해서 올려 주세요." "Browsers cannot play the codec of this file ({value}). Convert a video to H.264, or a sound to AAC.";
    FILE_HEIC = 422 "file_heic" "HEIC 사진은 아직 올릴 수 없습니다. JPG로 바꿔서 올려 주세요." "HEIC photos cannot be uploaded yet. Please convert the photo to JPG.";
    FILE_AVIF = 422 "file_avif" "AVIF 이미지는 아직 올릴 수 없습니다. JPG나 PNG로 바꿔서 올려 주세요." "AVIF images cannot be uploaded yet. Please convert the image to JPG or PNG.";
    FILE_NO_IMAGE = 422 "file_no_image" "이미지 파일을 선택해 주세요." "Please choose an image.";
    FILE_NO_VIDEO = 422 "file_no_video" "동영상 파일을 선택해 주세요." "Please choose a video.";
    FILE_NO_AUDIO = 422 "file_no_audio" "MP3, M4A, AAC, FLAC, OGG, WAV 음악 파일을 선택해 주세요." "Please choose an MP3, M4A, AAC, FLAC, OGG or WAV sound.";
    FILE_NO_MODEL = 422 "file_no_model" "3D 모델은 GLB 파일(.glb) 하나로 내보내서 올려 주세요." "Please choose a 3D model that was exported as one .glb file.";
    FILE_UNREADABLE = 422 "file_unreadable" "파일이 손상되어 읽을 수 없습니다." "The file is damaged and cannot be read.";
    FILE_TOO_MANY_PIXELS = 422 "file_too_many_pixels" "이미지가 너무 큽니다. 5,000만 화소 이하로 줄여 주세요." "The image has too many pixels. Please reduce it to at most 50 megapixels.";
    MODEL_VERSION = 422 "model_version" "이전 형식의 GLB 파일입니다. glTF 2.0으로 다시 내보내 주세요." "This is an old GLB file. Export it again as glTF 2.0.";
    MODEL_REFERS_TO_FILES = 422 "model_refers_to_files" "모델이 다른 파일을 참조합니다. 텍스처를 포함해 파일 하나로 내보내 주세요." "This model refers to other files. Export it as one file with its textures inside.";
    MODEL_EXTENSION = 422 "model_extension" "지원하지 않는 기능이 필요한 모델입니다: {value}. 3D 프로그램에서 압축 등 이 기능을 끄고 다시 내보내 주세요." "This model needs something that is not supported: {value}. Export it again without it, for example without compression.";
    MODEL_EMPTY = 422 "model_empty" "모델에 표시할 면이 없습니다. 메시를 포함해 내보내 주세요." "This model has no surfaces to show. Export it with its meshes.";
    MODEL_NUMBERS = 422 "model_numbers" "모델에 잘못된 좌표가 있습니다. 3D 프로그램에서 메시를 정리한 뒤 다시 내보내 주세요." "This model has invalid coordinates. Clean up its meshes in your 3D program and export it again.";
    MODEL_TOO_MANY_TRIANGLES = 422 "model_too_many_triangles" "모델의 삼각형이 {value}개입니다. 최대 60,000개까지 올릴 수 있습니다." "This model has {value} triangles. At most 60,000 are allowed.";
    MODEL_TOO_MANY_VERTICES = 422 "model_too_many_vertices" "모델의 꼭짓점이 {value}개입니다. 최대 120,000개까지 올릴 수 있습니다." "This model has {value} vertices. At most 120,000 are allowed.";
    MODEL_TOO_COMPLEX = 422 "model_too_complex" "모델이 너무 많은 부분으로 나뉘어 있습니다. 3D 프로그램에서 부분을 합친 뒤 다시 내보내 주세요." "This model has too many parts. Join parts in your 3D program and export it again.";
    MODEL_TOO_DEEP = 422 "model_too_deep" "모델의 부분이 너무 깊게 중첩되어 있습니다. 최대 32단계까지 올릴 수 있습니다." "The parts of this model are nested too deeply. At most 32 levels are allowed.";
    MODEL_TOO_MANY_TEXTURES = 422 "model_too_many_textures" "모델의 색 텍스처가 {value}장입니다. 최대 4장까지 올릴 수 있습니다. 텍스처를 한 장으로 합쳐 주세요." "This model has {value} colour textures. At most 4 are allowed. Combine them into one texture.";
    MODEL_TEXTURE_TOO_LARGE = 422 "model_texture_too_large" "텍스처가 너무 큽니다. 4096×4096픽셀 이하로 줄여 주세요." "A texture is too large. Reduce it to at most 4096 × 4096 pixels.";
    MODEL_TEXTURE_UNREADABLE = 422 "model_texture_unreadable" "텍스처를 읽을 수 없습니다. PNG, JPG, WebP 텍스처로 다시 내보내 주세요." "A texture cannot be read. Export the model with PNG, JPG or WebP textures.";
    MODEL_TOO_LARGE = 422 "model_too_large" "모델의 크기가 {value}m입니다. 최대 64m까지 올릴 수 있습니다. 단위가 미터인지 확인해 주세요." "This model is {value} m large. At most 64 m are allowed. Check that its unit is the metre.";
    MODEL_TOO_SMALL = 422 "model_too_small" "모델의 크기가 1cm보다 작습니다. 단위가 미터인지 확인해 주세요." "This model is smaller than 1 cm. Check that its unit is the metre.";
    FILE_NO_VRM = 422 "file_no_vrm" "사람 모양의 뼈대가 있는 VRM 파일(.vrm, 0.x 또는 1.0)을 선택해 주세요." "Please choose a VRM file (.vrm, version 0.x or 1.0) with a humanoid skeleton.";
    VRM_TOO_MANY_TRIANGLES = 422 "vrm_too_many_triangles" "아바타의 삼각형이 {value}개입니다. 최대 15,000개까지 올릴 수 있습니다." "This avatar has {value} triangles. At most 15,000 are allowed.";
    VRM_TOO_MANY_VERTICES = 422 "vrm_too_many_vertices" "아바타의 꼭짓점이 {value}개입니다. 최대 45,000개까지 올릴 수 있습니다." "This avatar has {value} vertices. At most 45,000 are allowed.";
    VRM_TOO_MANY_MATERIALS = 422 "vrm_too_many_materials" "아바타의 머티리얼이 {value}개입니다. 최대 2개까지 올릴 수 있습니다. 내보낼 때 머티리얼을 합쳐 주세요." "This avatar has {value} materials. At most 2 are allowed. Combine them when you export it.";
    VRM_TOO_MANY_PARTS = 422 "vrm_too_many_parts" "아바타가 {value}개의 메시로 나뉘어 있습니다. 최대 8개까지 올릴 수 있습니다. 메시를 합쳐 주세요." "This avatar is made of {value} meshes. At most 8 are allowed. Join them and export it again.";
    VRM_TOO_MANY_BONES = 422 "vrm_too_many_bones" "아바타의 뼈가 {value}개입니다. 최대 90개까지 올릴 수 있습니다. 머리카락이나 옷의 뼈를 줄여 주세요." "This avatar has {value} bones. At most 90 are allowed. Reduce the bones of its hair and clothes.";
    VRM_TOO_MANY_MORPHS = 422 "vrm_too_many_morphs" "한 메시의 표정(셰이프 키)이 {value}개입니다. 최대 120개까지 올릴 수 있습니다." "A mesh of this avatar has {value} expressions (shape keys). At most 120 are allowed.";
    VRM_TOO_MANY_TEXTURES = 422 "vrm_too_many_textures" "아바타의 텍스처가 {value}장입니다. 최대 32장까지 올릴 수 있습니다." "This avatar has {value} textures. At most 32 are allowed.";
    VRM_TEXTURES_TOO_LARGE = 422 "vrm_textures_too_large" "512픽셀로 줄여도 텍스처가 {value}MB를 차지합니다. 최대 18MB까지 올릴 수 있습니다. 텍스처를 합쳐 주세요." "Even at 512 pixels, the textures take {value} MB. At most 18 MB are allowed. Combine them into fewer textures.";
    VRM_BONES_MISSING = 422 "vrm_bones_missing" "VRM에 필요한 뼈가 없습니다: {value}. 뼈를 지정한 뒤 다시 내보내 주세요." "Bones that a VRM needs are missing: {value}. Assign them and export the avatar again.";
    VRM_TOO_LARGE = 422 "vrm_too_large" "아바타의 크기가 {value}m입니다. 최대 3m까지 올릴 수 있습니다. 단위가 미터인지 확인해 주세요." "This avatar is {value} m large. At most 3 m are allowed. Check that its unit is the metre.";
    VRM_TOO_SMALL = 422 "vrm_too_small" "아바타의 키가 {value}m입니다. 0.3m 이상이어야 합니다. 단위가 미터인지 확인해 주세요." "This avatar is {value} m tall. It must be at least 0.3 m. Check that its unit is the metre.";
    VRM_TOO_FAR = 422 "vrm_too_far" "아바타가 원점에서 {value}m 떨어져 있습니다. 원점으로 옮긴 뒤 다시 내보내 주세요." "This avatar is {value} m away from the origin. Move it to the origin and export it again.";
    VRM_MORPHS_TOO_LARGE = 422 "vrm_morphs_too_large" "표정(셰이프 키)이 메모리 {value}MB를 차지합니다. 최대 64MB까지 올릴 수 있습니다. 셰이프 키나 꼭짓점을 줄여 주세요." "The expressions (shape keys) take {value} MB of memory. At most 64 MB are allowed. Use fewer of them, or fewer vertices.";
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
    FILE_KEPT = 409 "file_kept" "아이템에 쓰인 파일은 삭제할 수 없습니다." "This file is part of an item and can't be deleted.";
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
