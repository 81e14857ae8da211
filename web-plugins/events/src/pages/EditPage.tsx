// `/event/edit/{id}`: the texts and the image of an own event. What people have relied on cannot be changed.
import {
  Button,
  MemberGate,
  Notice,
  Page,
  PageError,
  PageSkeleton,
  TextArea,
  TextInput,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import { useNavigate, useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useEvent, useEventActions } from '../api/events'
import type { EventDetail } from '../api/types'
import { useEventPath } from '../parts/base'

export default function EditPage() {
  const t = useText('events')
  return (
    <MemberGate title={t('edit.title')} visitor={{ title: t('visitor.title'), text: t('visitor.text') }}>
      <Loaded />
    </MemberGate>
  )
}

function Loaded() {
  const kit = useText('kit')
  const { id = '' } = useParams()
  const event = useEvent(id)
  if (event.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (event.status === 'error') return <PageError error={event.error} onRetry={() => void event.refetch()} />
  return <Edit event={event.data} />
}

const LANGUAGES = ['ko', 'en'] as const

const viewOf = (image: UploadedFile) => ({
  url: image.url,
  width: image.width ?? null,
  height: image.height ?? null,
  ready: image.state === 'ready',
})

const currentImage = ({ imageUrl }: EventDetail) =>
  imageUrl === null ? null : { url: imageUrl, width: null, height: null, ready: true }

function Edit({ event }: { event: EventDetail }) {
  const t = useText('events')
  const toast = useToast()
  const navigate = useNavigate()
  const base = useEventPath()
  const actions = useEventActions(event.eventId)
  const [title, setTitle] = useState(event.title)
  const [description, setDescription] = useState(event.description)
  const [image, setImage] = useState<UploadedFile | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const { pending, run } = useAction(async () => {
    await actions.change({
      title,
      description,
      ...(image ? { imageId: image.fileId } : { isImageRemoved: isRemoved }),
    })
    toast(t('edit.saved'), 'good')
    void navigate(`${base}/${event.eventId}`)
  })
  const isEmpty = [title.ko, title.en, description.ko, description.en].some((text) => text.trim() === '')
  return (
    <Page title={t('edit.title')} width="narrow" className="ev-page">
      <header className="wv-head">
        <h1>{t('edit.title')}</h1>
        <p>{t('edit.lead')}</p>
      </header>
      <form
        className="wv-form"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void run()
        }}
      >
        {!event.isOwn && <Notice icon="warning">{t('edit.notOwn')}</Notice>}
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            name={`title-${language}`}
            label={t(`create.title_${language}`)}
            maxLength={60}
            value={title[language]}
            onValue={(text) => setTitle({ ...title, [language]: text })}
          />
        ))}
        {LANGUAGES.map((language) => (
          <TextArea
            key={language}
            name={`description-${language}`}
            label={t(`create.description_${language}`)}
            maxLength={2000}
            rows={5}
            value={description[language]}
            onValue={(text) => setDescription({ ...description, [language]: text })}
          />
        ))}
        <ImageUpload
          label={t('create.image')}
          value={image ? viewOf(image) : isRemoved ? null : currentImage(event)}
          onChange={(chosen) => {
            setImage(chosen)
            setRemoved(chosen === null)
          }}
        />
        <div className="wv-actions">
          <Button type="submit" pending={pending} disabled={isEmpty || !event.isOwn}>
            {t('edit.save')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
