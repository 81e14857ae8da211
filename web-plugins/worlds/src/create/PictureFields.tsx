// Logo and picture of a new world; both are optional.
import { useText } from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'

export interface Pictures {
  logo: UploadedFile | null
  thumbnail: UploadedFile | null
}

interface PictureFieldsProps {
  value: Pictures
  onValue: (pictures: Pictures) => void
}

const PICTURES = ['logo', 'thumbnail'] as const

export default function PictureFields({ value, onValue }: PictureFieldsProps) {
  const t = useText('worlds')
  return (
    <div className="w-form-pair">
      {PICTURES.map((picture) => (
        <div key={picture} className="w-picture-field">
          <span>{t(`settings.${picture}`)}</span>
          <ImageUpload
            value={asValue(value[picture])}
            label={t(`settings.${picture}`)}
            onChange={(file) => onValue({ ...value, [picture]: file })}
          />
        </div>
      ))}
    </div>
  )
}

const asValue = (file: UploadedFile | null) =>
  file && {
    url: file.url,
    width: file.width ?? null,
    height: file.height ?? null,
    ready: file.state === 'ready',
  }
