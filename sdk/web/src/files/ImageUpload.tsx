// Chooses and uploads one image, with a preview.
import { usePartText } from '../text/usePartText'
import { Button } from '../ui/Button'
import { ACCEPT } from './accept'
import { FileButton } from './FileButton'
import { FileImage, type FileView } from './FileImage'
import { fileTexts } from './messages'
import { UploadProgress } from './UploadProgress'
import type { UploadedFile } from './upload'
import { useUpload } from './useUpload'

interface ImageUploadProps {
  /** The current image. */
  value: Pick<FileView, 'url' | 'width' | 'height' | 'ready'> | null
  /** The accessible name of the preview. */
  label: string
  onChange: (file: UploadedFile | null) => void
  disabled?: boolean
  /** Without a preview, where the page shows the image itself. */
  preview?: boolean
  error?: string | undefined
}

export function ImageUpload({
  value,
  label,
  onChange,
  disabled = false,
  preview = true,
  error,
}: ImageUploadProps) {
  const t = usePartText(fileTexts)
  const upload = useUpload('image', { onReady: onChange })
  const busy = ['sending', 'waiting', 'checking'].includes(upload.phase)
  return (
    <div className="wv-image-upload">
      {preview && value && <FileImage file={value} alt={label} sizes="240px" />}
      <UploadProgress upload={upload} />
      <div className="wv-actions">
        <FileButton
          accept={ACCEPT.image}
          disabled={disabled || busy}
          hint={t('imageHint')}
          error={error}
          onFiles={([file]) => file && upload.start(file)}
        >
          {t(value ? 'changeImage' : 'chooseImage')}
        </FileButton>
        {value && (
          <Button variant="quiet" disabled={disabled || busy} onClick={() => onChange(null)}>
            {t('removeImage')}
          </Button>
        )}
      </div>
    </div>
  )
}
