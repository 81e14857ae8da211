// `/event/edit/{id}`: the texts and the image of an own event. What people have relied on cannot be changed.
import {
  ApiError,
  Button,
  describeError,
  Loaded,
  type LocalText,
  MemberGate,
  Notice,
  Page,
  SendingScope,
  TextArea,
  TextInput,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import { Navigate, useNavigate, useParams } from '@witverse/sdk/router'
import { useEffect, useRef, useState } from 'react'
import { useEvent, useEventActions } from '../api/events'
import type { EventDetail } from '../api/types'
import { FieldError } from '../create/FieldError'
import { refusedFields } from '../create/refusal'
import { useEventPath } from '../parts/base'
import { EventMissing } from '../parts/EventMissing'
import { useItsWorld } from '../parts/useItsWorld'

export default function EditPage() {
  const t = useText('events')
  return (
    <MemberGate title={t('edit.title')} visitor={{ title: t('visitor.title'), text: t('visitor.text') }}>
      <OneEvent />
    </MemberGate>
  )
}

function OneEvent() {
  const t = useText('events')
  const { id = '' } = useParams()
  const event = useEvent(id)
  const itsWorld = useItsWorld(event.data)
  return (
    <Loaded query={event} title={t('edit.title')} missing={<EventMissing />}>
      {(data) =>
        itsWorld === null ? (
          <SendingScope>
            <Edit event={data} />
          </SendingScope>
        ) : (
          <Navigate replace to={`${itsWorld}/edit/${id}`} />
        )
      }
    </Loaded>
  )
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
  const { language } = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<Record<string, LocalText>>({})
  const [hasTried, setTried] = useState(false)
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const texts: Record<string, string> = {
    titleKo: title.ko,
    titleEn: title.en,
    descriptionKo: description.ko,
    descriptionEn: description.en,
  }
  const isEmpty = (field: string) => texts[field]?.trim() === ''
  const errorOf = (field: string) => (hasTried && isEmpty(field) ? t('required') : refused[field]?.[language])
  useEffect(() => {
    if (round > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ev-error')?.focus()
  }, [round])
  const { pending, run } = useAction(async () => {
    setProblem('')
    try {
      await actions.change({
        title,
        description,
        ...(image ? { imageId: image.fileId } : { isImageRemoved: isRemoved }),
      })
      toast(t('edit.saved'), 'good')
      void navigate(`${base}/${event.eventId}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = refusedFields(error)
      setRefused(fields)
      setRound((before) => before + 1)
      if (!Object.keys(fields).some((field) => field in texts || field === 'image')) {
        setProblem(describeError(error, language))
      }
    }
  })

  function save() {
    setTried(true)
    setRefused({})
    if (Object.keys(texts).some(isEmpty)) setRound((before) => before + 1)
    else void run()
  }

  const nameOf = (part: 'title' | 'description', of: 'ko' | 'en') => `${part}${of === 'ko' ? 'Ko' : 'En'}`
  return (
    <Page title={t('edit.title')} width="narrow" className="ev-page">
      <header className="wv-head">
        <h1>{t('edit.title')}</h1>
        <p>{t('edit.lead')}</p>
      </header>
      <form
        ref={form}
        className="wv-form"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          save()
        }}
      >
        {!event.isOwn && <Notice icon="warning">{t('edit.notOwn')}</Notice>}
        {LANGUAGES.map((of) => (
          <TextInput
            key={of}
            name={nameOf('title', of)}
            label={t(`create.title_${of}`)}
            maxLength={60}
            value={title[of]}
            onValue={(text) => setTitle({ ...title, [of]: text })}
            error={errorOf(nameOf('title', of))}
          />
        ))}
        {LANGUAGES.map((of) => (
          <TextArea
            key={of}
            name={nameOf('description', of)}
            label={t(`create.description_${of}`)}
            maxLength={2000}
            rows={5}
            value={description[of]}
            onValue={(text) => setDescription({ ...description, [of]: text })}
            error={errorOf(nameOf('description', of))}
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
        <FieldError text={errorOf('image')} />
        {problem !== '' && (
          <Notice icon="warning" tone="bad" alert>
            {problem}
          </Notice>
        )}
        <div className="wv-actions">
          <Button type="submit" pending={pending} disabled={!event.isOwn}>
            {t('edit.save')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
