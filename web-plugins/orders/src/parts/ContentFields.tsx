// An item of a product in the editor: its names, type, picture and file, and its odds.
import { Icon, IconButton, Picture, Select, TextInput, useText } from '@witverse/sdk'
import { ImageUpload, MediaUpload, type UploadedFile } from '@witverse/sdk/files'
import { ART, type DraftContent, mediaOf, type SoldType, TYPES } from './draft'

/** An uploaded image as the field for images takes it. */
const pictureOf = (file: UploadedFile | null) =>
  file && { url: file.url, width: file.width ?? null, height: file.height ?? null, ready: true }

interface ContentFieldsProps {
  content: DraftContent
  isRandom: boolean
  /** The error of a field by its name. */
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<DraftContent>) => void
  onRemove: (() => void) | undefined
}

export function ContentFields({ content, isRandom, errorOf, onChange, onRemove }: ContentFieldsProps) {
  const t = useText('orders')
  const { name, type, thumbnailUrl, imageFileId } = content
  const line = (field: 'weight' | 'stock') => (
    <TextInput
      label={t(`editor.${field}`)}
      name={field}
      value={content[field]}
      inputMode="numeric"
      onValue={(value) => onChange({ [field]: value })}
      error={errorOf(field)}
    />
  )
  const media = mediaOf(type)
  return (
    <fieldset className="od-content">
      <legend className="wv-visually-hidden">{name.ko || t('editor.content')}</legend>
      <Picture src={imageFileId ? imageFileId.url : thumbnailUrl} width={72} height={72} />
      <div className="wv-pair">
        {(['ko', 'en'] as const).map((language) => (
          <TextInput
            key={language}
            label={t(language === 'ko' ? 'editor.nameKo' : 'editor.nameEn')}
            name={`name.${language}`}
            value={name[language]}
            onValue={(text) => onChange({ name: { ...name, [language]: text } })}
            error={errorOf(`name.${language}`)}
          />
        ))}
        <Select
          label={t('editor.type')}
          name="type"
          value={type}
          onValue={(type) => onChange({ type: type as SoldType, mediaFileId: null })}
          error={errorOf('type')}
          options={TYPES.map((value) => ({ value, text: t(`types.${value}`) }))}
        />
        {!imageFileId && (
          <Select
            label={t('editor.art')}
            name="art"
            value={thumbnailUrl}
            onValue={(art) => onChange({ thumbnailUrl: art })}
            error={errorOf('thumbnailUrl')}
            options={ART.map((value) => ({ value, text: t(`art.${artName(value)}`) }))}
          />
        )}
        {isRandom && line('weight')}
        {isRandom && line('stock')}
        <fieldset className="od-file">
          <legend>{t('editor.image')}</legend>
          <ImageUpload
            value={pictureOf(imageFileId)}
            label={t('editor.image')}
            preview={false}
            onChange={(image) => onChange({ imageFileId: image })}
            error={errorOf('imageFileId')}
          />
        </fieldset>
        {media && (
          <fieldset className="od-file">
            <legend>{t(`editor.${media}`)}</legend>
            <MediaUpload
              key={media}
              purpose={media}
              value={content.mediaFileId}
              onChange={(file) => onChange({ mediaFileId: file })}
              error={errorOf('mediaFileId')}
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
