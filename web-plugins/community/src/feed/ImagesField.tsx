// Images for a new post. Loaded with the composer of a person who may write.
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'

const IMAGES_MAX = 5

interface ImagesFieldProps {
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  onBusy: (isBusy: boolean) => void
}

export default function ImagesField({ value, onChange, onBusy }: ImagesFieldProps) {
  return <FileUpload value={value} onChange={onChange} onBusy={onBusy} purpose="image" max={IMAGES_MAX} />
}
