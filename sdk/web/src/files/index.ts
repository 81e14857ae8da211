// `@witverse/sdk/files`: uploads and uploaded images. Loaded with the first page that uses it.
import './files.css'

export { FileButton } from './FileButton'
export { FileImage, type FileView } from './FileImage'
export { FileUpload } from './FileUpload'
export { ImageUpload } from './ImageUpload'
export { type MediaPurpose, MediaUpload } from './MediaUpload'
export { UploadProgress } from './UploadProgress'
export { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, type Purpose, type UploadedFile } from './upload'
export { type Upload, type UploadPhase, useUpload } from './useUpload'
