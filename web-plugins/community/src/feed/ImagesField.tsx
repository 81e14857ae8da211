// Images for a new post. Loaded with the composer of a person who may write.
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'

const IMAGES_MAX = 5

interface ImagesFieldProps {
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
}

export default function ImagesField({ value, onChange }: ImagesFieldProps) {
  return <FileUpload value={value} onChange={onChange} purpose="image" max={IMAGES_MAX} />
}
