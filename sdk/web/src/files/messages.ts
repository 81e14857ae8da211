// Texts of `@witverse/sdk/files`.
const ko = {
  chooseImage: '이미지 선택',
  changeImage: '이미지 바꾸기',
  removeImage: '이미지 삭제',
  chooseFiles: '파일 선택',
  dropHint: '여기로 파일을 끌어다 놓아도 됩니다.',
  imageHint: 'JPG, PNG, WebP, GIF · 10MB까지',
  fileHint: '이미지 10MB, 동영상(MP4, AVI, WebM) 200MB까지',
  soundHint: 'MP3, M4A, OGG, WAV · 50MB까지',
  videoHint: 'MP4, WebM · 200MB까지',
  modelHint: 'GLB · 8MB, 삼각형 60,000개까지',
  chooseFile: '파일 선택',
  changeFile: '다른 파일 선택',
  removeFile: '삭제',
  unnamed: '이름 없는 파일',
  sending: '올리는 중',
  waiting: '연결을 기다리는 중',
  checking: '확인하는 중',
  ready: '완료',
  failed: '실패',
  progress: '{{name}} 업로드',
  percent: '{{value}}%',
  cancel: '취소',
  cancelNamed: '{{name}} 업로드 취소',
  retry: '다시 시도',
  remove: '{{name}} 삭제',
  max: '파일은 최대 {{count}}개까지 올릴 수 있습니다.',
  tooLarge: '파일 용량이 너무 큽니다.',
  files: '올린 파일',
  missing: '이미지를 불러오지 못했습니다.',
  pending: '이미지를 확인하는 중입니다.',
}

const en: typeof ko = {
  chooseImage: 'Choose an image',
  changeImage: 'Change image',
  removeImage: 'Remove image',
  chooseFiles: 'Choose files',
  dropHint: 'You can also drop files here.',
  imageHint: 'JPG, PNG, WebP or GIF, up to 10 MB',
  fileHint: 'Images up to 10 MB, videos (MP4, AVI, WebM) up to 200 MB',
  soundHint: 'MP3, M4A, OGG or WAV, up to 50 MB',
  videoHint: 'MP4 or WebM, up to 200 MB',
  modelHint: 'GLB, up to 8 MB and 60,000 triangles',
  chooseFile: 'Choose a file',
  changeFile: 'Choose another file',
  removeFile: 'Remove',
  unnamed: 'Unnamed file',
  sending: 'Uploading',
  waiting: 'Waiting for a connection',
  checking: 'Checking',
  ready: 'Done',
  failed: 'Failed',
  progress: 'Upload of {{name}}',
  percent: '{{value}}%',
  cancel: 'Cancel',
  cancelNamed: 'Cancel the upload of {{name}}',
  retry: 'Try again',
  remove: 'Remove {{name}}',
  max: 'max {{count}} files',
  tooLarge: 'the file is too large',
  files: 'Uploaded files',
  missing: 'This image could not be loaded.',
  pending: 'This image is being checked.',
}

export const fileTexts = { namespace: 'kit-files' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-files': typeof en
  }
}
