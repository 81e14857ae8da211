import { Picture, useText } from '@witverse/sdk'
import {
  FileButton,
  FileImage,
  FileUpload,
  ImageUpload,
  MediaUpload,
  type UploadedFile,
  UploadProgress,
} from '@witverse/sdk/files'
import { useState } from 'react'
import { Demo } from '../Demo'
import { landscape } from '../landscape'

const NOTHING = () => undefined
const SENDING = {
  phase: 'sending',
  name: 'harbour.mp4',
  progress: 0.4,
  file: null,
  error: null,
  start: NOTHING,
  retry: NOTHING,
  cancel: NOTHING,
} as const
const READY = { url: landscape('dusk', 20), width: 640, height: 360, ready: true }

export function UploadsPage() {
  const t = useText('shell-gallery')
  const [image, setImage] = useState<UploadedFile | null>(null)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [sound, setSound] = useState<UploadedFile | null>(null)
  const shown = image && {
    url: image.url,
    width: image.width ?? null,
    height: image.height ?? null,
    ready: image.state === 'ready',
  }
  return (
    <>
      <Demo title={t('uploads.one')}>
        <ImageUpload value={shown} label={t('uploads.one')} onChange={setImage} />
      </Demo>
      <Demo title={t('uploads.many')}>
        <FileUpload value={files} onChange={setFiles} />
      </Demo>
      <Demo title={t('uploads.sound')}>
        <MediaUpload purpose="audio" value={sound} onChange={setSound} />
      </Demo>
      <Demo title={t('uploads.parts')}>
        <FileButton accept="image/*" hint={t('common.hint')} onFiles={NOTHING}>
          {t('common.open')}
        </FileButton>
        <UploadProgress upload={SENDING} />
      </Demo>
      <Demo title={t('uploads.images')} text={t('uploads.imagesText')} layout="grid">
        <FileImage file={READY} alt={t('images.dusk')} sizes="240px" />
        <FileImage file={{ ...READY, ready: false }} alt="" sizes="240px" />
        <FileImage file={null} alt="" sizes="240px" />
        <Picture src={READY.url} width={240} height={135} />
      </Demo>
    </>
  )
}
