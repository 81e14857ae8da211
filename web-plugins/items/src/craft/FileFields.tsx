// The picture of an item, and its sound, video or model. A file that was uploaded stays in the draft.
import { Button, Icon, useText } from '@witverse/sdk'
import {
  FileButton,
  ImageUpload,
  type Purpose,
  type UploadedFile,
  UploadProgress,
  useUpload,
} from '@witverse/sdk/files'
import { useId } from 'react'
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
      <p className="it-note">{t('craft.imageText')}</p>
      <ImageUpload
        value={file && { ...file, ready: true }}
        label={t('craft.image')}
        preview={false}
        onChange={(chosen) => onValue(chosen ? stored(chosen) : '')}
      />
      {error && (
        <p className="wv-field-note is-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const ACCEPT = {
  audio: 'audio/mpeg,audio/mp4,audio/x-m4a,audio/ogg,audio/wav,.mp3,.m4a,.ogg,.opus,.wav',
  video: 'video/mp4,video/webm',
  model: '.glb,model/gltf-binary',
} satisfies Partial<Record<Purpose, string>>

export function MediaField({
  purpose,
  value,
  onValue,
  error,
}: FileFieldProps & { purpose: keyof typeof ACCEPT }) {
  const t = useText('items')
  const id = useId()
  const upload = useUpload(purpose, { onReady: (file) => onValue(stored(file)) })
  const isBusy = ['sending', 'waiting', 'checking'].includes(upload.phase)
  const file = fileOf(value)
  return (
    <fieldset className="it-fieldset" aria-describedby={error ? id : undefined}>
      <legend>{t(`craft.media.${purpose}`)}</legend>
      {file && (
        <p className="it-file">
          <Icon name="check" size={18} /> <span>{file.name || t('craft.media.unnamed')}</span>
          <Button variant="quiet" size="small" onClick={() => onValue('')}>
            {t('craft.media.remove')}
          </Button>
        </p>
      )}
      <UploadProgress upload={upload} />
      <FileButton
        accept={ACCEPT[purpose]}
        disabled={isBusy}
        hint={t(`craft.media.${purpose}Hint`)}
        onFiles={([chosen]) => chosen && upload.start(chosen)}
      >
        {t(file ? 'craft.media.other' : 'craft.media.choose')}
      </FileButton>
      {error && (
        <p id={id} className="wv-field-note is-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
