import { useText } from '@witverse/sdk'
import { FileImage, FileUpload, ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
import { Demo } from '../Demo'
import { landscape } from '../landscape'

const READY = { url: landscape('dusk', 20), width: 640, height: 360, ready: true }

export function UploadsPage() {
  const t = useText('shell-gallery')
  const [image, setImage] = useState<UploadedFile | null>(null)
  const [files, setFiles] = useState<UploadedFile[]>([])
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
      <Demo title={t('uploads.images')} text={t('uploads.imagesText')} layout="grid">
        <FileImage file={READY} alt={t('images.dusk')} sizes="240px" />
        <FileImage file={{ ...READY, ready: false }} alt="" sizes="240px" />
        <FileImage file={null} alt="" sizes="240px" />
      </Demo>
    </>
  )
}
