// An item of a product in the editor: its names, type, picture and file, and its odds.
import { Icon, IconButton, Picture, Select, TextInput, useText } from '@witverse/sdk'
import { ImageUpload, MediaUpload, type UploadedFile } from '@witverse/sdk/files'
import { ART, type Draft, mediaOf, type SoldType, TYPES } from './draft'

/** An uploaded image as the field for images takes it. */
const pictureOf = (file: UploadedFile | null) =>
  file && { url: file.url, width: file.width ?? null, height: file.height ?? null, ready: true }

interface ContentFieldsProps {
  content: Draft['contents'][number]
  isRandom: boolean
  onChange: (part: Partial<Draft['contents'][number]>) => void
  onRemove: (() => void) | undefined
}

export function ContentFields({ content, isRandom, onChange, onRemove }: ContentFieldsProps) {
  const t = useText('orders')
  const line = (field: 'nameKo' | 'nameEn' | 'weight' | 'stock', numeric = false) => (
    <TextInput
      label={t(`editor.${field}`)}
      name={field}
      value={content[field]}
      {...(numeric && { inputMode: 'numeric' as const })}
      onValue={(value) => onChange({ [field]: value })}
    />
  )
  const media = mediaOf(content.type)
  return (
    <fieldset className="od-content">
      <legend className="wv-visually-hidden">{content.nameKo || t('editor.content')}</legend>
      <Picture src={content.image ? content.image.url : content.art} width={72} height={72} />
      <div className="od-pair">
        {line('nameKo')}
        {line('nameEn')}
        <Select
          label={t('editor.type')}
          name="type"
          value={content.type}
          onValue={(type) => onChange({ type: type as SoldType, media: null })}
          options={TYPES.map((value) => ({ value, text: t(`types.${value}`) }))}
        />
        {!content.image && (
          <Select
            label={t('editor.art')}
            name="art"
            value={content.art}
            onValue={(art) => onChange({ art })}
            options={ART.map((value) => ({ value, text: t(`art.${artName(value)}`) }))}
          />
        )}
        {isRandom && line('weight', true)}
        {isRandom && line('stock', true)}
        <fieldset className="od-file">
          <legend>{t('editor.image')}</legend>
          <ImageUpload
            value={pictureOf(content.image)}
            label={t('editor.image')}
            preview={false}
            onChange={(image) => onChange({ image })}
          />
        </fieldset>
        {media && (
          <fieldset className="od-file">
            <legend>{t(`editor.${media}`)}</legend>
            <MediaUpload
              key={media}
              purpose={media}
              value={content.media}
              onChange={(file) => onChange({ media: file })}
            />
          </fieldset>
        )}
      </div>
      {onRemove && (
        <IconButton label={t('editor.removeContent')} onClick={onRemove}>
          <Icon name="trash" size={16} />
        </IconButton>
      )}
    </fieldset>
  )
}

type ArtName = 'moonCat' | 'lampFox' | 'nightBusRecord' | 'pierPolaroid' | 'rainFilm' | 'paperCrane'

/** The key of the text of a picture: `moonCat` of `…/moon-cat.svg`. */
function artName(path: string): ArtName {
  const name = path.split('/').at(-1)?.replace('.svg', '') ?? ''
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as ArtName
}
