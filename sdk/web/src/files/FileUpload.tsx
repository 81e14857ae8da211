// Uploads several images and videos. Each file has its own progress; a refused one does not affect the others.
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePartText } from '../text/usePartText'
import { IconButton } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { ACCEPT } from './accept'
import { FileButton } from './FileButton'
import { FileImage } from './FileImage'
import { fileTexts } from './messages'
import { UploadProgress } from './UploadProgress'
import type { Purpose, UploadedFile } from './upload'
import { useUpload } from './useUpload'

const HINTS: Partial<Record<Purpose, 'imageHint' | 'soundHint'>> = { image: 'imageHint', audio: 'soundHint' }

interface FileUploadProps {
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** Whether files are being uploaded: a form that is sent meanwhile would leave them out. Keeps its identity. */
  onBusy?: (isBusy: boolean) => void
  purpose?: Purpose
  /** The largest number of files. */
  max?: number
  disabled?: boolean
  error?: string | undefined
}

interface Pending {
  key: number
  source: File
}

let keys = 0

export function FileUpload({
  value,
  onChange,
  onBusy,
  purpose = 'any',
  max = 5,
  disabled = false,
  error,
}: FileUploadProps) {
  const t = usePartText(fileTexts)
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [tooMany, setTooMany] = useState(false)
  const files = useRef(value)
  useEffect(() => {
    files.current = value
  }, [value])
  const room = max - value.length - pending.length
  const [active, setActive] = useState<readonly number[]>([])
  const isBusy = active.length > 0
  useEffect(() => {
    onBusy?.(isBusy)
    return () => onBusy?.(false)
  }, [onBusy, isBusy])
  const report = useCallback(
    (key: number, isActive: boolean) =>
      setActive((before) => [...before.filter((one) => one !== key), ...(isActive ? [key] : [])]),
    [],
  )

  const add = (chosen: File[]) => {
    setTooMany(chosen.length > room)
    const taken = chosen.slice(0, Math.max(room, 0)).map((source) => {
      keys += 1
      return { key: keys, source }
    })
    setPending((before) => [...before, ...taken])
  }
  const end = (key: number) => setPending((before) => before.filter((one) => one.key !== key))
  const change = (next: UploadedFile[]) => {
    files.current = next
    onChange(next)
  }

  return (
    <div className="wv-file-upload">
      {(value.length > 0 || pending.length > 0) && (
        <ul className="wv-file-list" aria-label={t('files')}>
          {value.map((file) => (
            <li key={file.fileId}>
              {file.kind === 'image' && <FileImage file={preview(file)} alt="" sizes="64px" />}
              <span>{file.name}</span>
              <IconButton
                label={t('remove', { name: file.name })}
                disabled={disabled}
                onClick={() => {
                  setTooMany(false)
                  change(files.current.filter((one) => one.fileId !== file.fileId))
                }}
              >
                <Icon name="trash" size={16} />
              </IconButton>
            </li>
          ))}
          {pending.map(({ key, source }) => (
            <li key={key}>
              <PendingFile
                id={key}
                source={source}
                onActive={report}
                purpose={purpose}
                onReady={(file) => {
                  end(key)
                  change([...files.current.filter((one) => one.fileId !== file.fileId), file])
                }}
                onCancel={() => end(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton
        accept={ACCEPT[purpose]}
        multiple
        disabled={disabled || room <= 0}
        hint={t(HINTS[purpose] ?? 'fileHint')}
        error={error}
        onFiles={add}
      >
        {t('chooseFiles')}
      </FileButton>
      {(tooMany || room <= 0) && <p role={tooMany ? 'alert' : undefined}>{t('max', { count: max })}</p>}
    </div>
  )
}

const preview = ({ url, width, height, state }: UploadedFile) => ({
  url,
  width: width ?? null,
  height: height ?? null,
  ready: state === 'ready',
})

interface PendingFileProps {
  id: number
  source: File
  onActive: (id: number, isActive: boolean) => void
  purpose: Purpose
  onReady: (file: UploadedFile) => void
  onCancel: () => void
}

function PendingFile({ id, source, onActive, purpose, onReady, onCancel }: PendingFileProps) {
  const upload = useUpload(purpose, { onReady })
  const { start } = upload
  useEffect(() => start(source), [start, source])
  const isActive = upload.phase !== 'failed'
  useEffect(() => {
    onActive(id, isActive)
    return () => onActive(id, false)
  }, [onActive, id, isActive])
  return (
    <UploadProgress
      upload={{
        ...upload,
        cancel: () => {
          upload.cancel()
          onCancel()
        },
      }}
    />
  )
}
