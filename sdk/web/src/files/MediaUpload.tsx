// Chooses and uploads one sound, video or model. A file that was uploaded is shown by its name.
import { usePartText } from '../text/usePartText'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { ACCEPT } from './accept'
import { FileButton } from './FileButton'
import { fileTexts } from './messages'
import { UploadProgress } from './UploadProgress'
import type { UploadedFile } from './upload'
import { useUpload } from './useUpload'

const HINTS = { audio: 'soundHint', video: 'videoHint', model: 'modelHint' } as const

export type MediaPurpose = keyof typeof HINTS

interface MediaUploadProps {
  purpose: MediaPurpose
  /** The current file. */
  value: Pick<UploadedFile, 'name'> | null
  onChange: (file: UploadedFile | null) => void
  error?: string | undefined
}

export function MediaUpload({ purpose, value, onChange, error }: MediaUploadProps) {
  const t = usePartText(fileTexts)
  const upload = useUpload(purpose, { onReady: onChange })
  const isBusy = ['sending', 'waiting', 'checking'].includes(upload.phase)
  return (
    <div className="wv-file-upload">
      {value && (
        <p className="wv-media-file">
          <Icon name="check" size={18} /> <span>{value.name || t('unnamed')}</span>
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onChange(null)}>
            {t('removeFile')}
          </Button>
        </p>
      )}
      <UploadProgress upload={upload} />
      <FileButton
        accept={ACCEPT[purpose]}
        disabled={isBusy}
        hint={t(HINTS[purpose])}
        error={error}
        onFiles={([chosen]) => chosen && upload.start(chosen)}
      >
        {t(value ? 'changeFile' : 'chooseFile')}
      </FileButton>
    </div>
  )
}
