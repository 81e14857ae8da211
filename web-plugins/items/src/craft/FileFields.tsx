// The picture of an item, and its sound, video or model. A file that was uploaded stays in the draft.
import { useText } from '@witverse/sdk'
import { ImageUpload, type MediaPurpose, MediaUpload, type UploadedFile } from '@witverse/sdk/files'
import { fileOf, type StoredFile } from './draft'

interface FileFieldProps {
  /** As in the draft; empty without a file. */
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

const stored = (file: UploadedFile): string => {
  const kept: StoredFile = {
    ...{ fileId: file.fileId, url: file.url, name: file.name },
    ...{ width: file.width ?? null, height: file.height ?? null },
  }
  return JSON.stringify(kept)
}

export function ImageField({ value, onValue, error }: FileFieldProps) {
  const t = useText('items')
  const file = fileOf(value)
  return (
    <fieldset className="it-fieldset">
      <legend>{t('craft.image')}</legend>
      <p className="wv-note">{t('craft.imageText')}</p>
      <ImageUpload
        value={file && { ...file, ready: true }}
        label={t('craft.image')}
        preview={false}
        onChange={(chosen) => onValue(chosen ? stored(chosen) : '')}
        error={error}
      />
    </fieldset>
  )
}

export function MediaField({ purpose, value, onValue, error }: FileFieldProps & { purpose: MediaPurpose }) {
  const t = useText('items')
  return (
    <fieldset className="it-fieldset">
      <legend>{t(`craft.media.${purpose}`)}</legend>
      <MediaUpload
        purpose={purpose}
        value={fileOf(value)}
        onChange={(chosen) => onValue(chosen ? stored(chosen) : '')}
        error={error}
      />
    </fieldset>
  )
}
