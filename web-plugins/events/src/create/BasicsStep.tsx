// The kind, the texts in both languages, and the image.
import { Segments, TextArea, TextInput, useText } from '@witverse/sdk'
import { ImageUpload } from '@witverse/sdk/files'
import { KINDS } from '../api/types'
import { FieldError } from './FieldError'
import type { StepProps } from './step-props'

const TEXTS = [
  { language: 'ko', title: 'titleKo', description: 'descriptionKo' },
  { language: 'en', title: 'titleEn', description: 'descriptionEn' },
] as const

export function BasicsStep({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  return (
    <>
      <Segments
        showsLabel
        label={t('create.type')}
        name="type"
        value={draft.type}
        onValue={(type) => set({ type: KINDS.find((kind) => kind === type) ?? 'meetup' })}
        options={KINDS.map((value) => ({ value, text: t(`types.${value}`) }))}
      />
      <FieldError text={errorOf('type')} />
      <p className="wv-note">{t(`create.about_${draft.type}`)}</p>
      {TEXTS.map(({ language, title }) => (
        <TextInput
          key={title}
          name={title}
          label={t(`create.title_${language}`)}
          maxLength={60}
          value={draft[title]}
          onValue={(text) => set({ [title]: text })}
          error={errorOf(title)}
        />
      ))}
      {TEXTS.map(({ language, description }) => (
        <TextArea
          key={description}
          name={description}
          label={t(`create.description_${language}`)}
          maxLength={2000}
          rows={4}
          value={draft[description]}
          onValue={(text) => set({ [description]: text })}
          error={errorOf(description)}
        />
      ))}
      <div className="ev-field">
        <span>{t('create.image')}</span>
        <ImageUpload
          label={t('create.image')}
          value={
            draft.imageUrl === '' ? null : { url: draft.imageUrl, width: null, height: null, ready: true }
          }
          onChange={(file) => set({ imageId: file?.fileId ?? '', imageUrl: file?.url ?? '' })}
        />
        <FieldError text={errorOf('image')} />
      </div>
    </>
  )
}
