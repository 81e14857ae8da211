// `/event/edit/{id}`: the texts and the image of an own event. What people have relied on cannot be changed.
import {
  Loaded,
  MemberGate,
  Notice,
  Page,
  PageHead,
  SendingScope,
  TextArea,
  TextInput,
  useText,
  useToast,
} from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  requiredText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { Navigate, useNavigate, useParams } from '@witverse/sdk/router'
import { useEvent, useEventActions } from '../api/events'
import type { EventDetail } from '../api/types'
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

const viewOf = (image: UploadedFile) => ({
  url: image.url,
  width: image.width ?? null,
  height: image.height ?? null,
  ready: image.state === 'ready',
})

const currentImage = ({ imageUrl }: EventDetail) =>
  imageUrl === null ? null : { url: imageUrl, width: null, height: null, ready: true }

const TEXT = requiredText(messageKeys<'events'>()('required'))
interface Image {
  chosen: UploadedFile | null
  isRemoved: boolean
}
const SCHEMA = z.object({
  titleKo: TEXT,
  titleEn: TEXT,
  descriptionKo: TEXT,
  descriptionEn: TEXT,
  image: z.custom<Image>(),
})
const UNCHANGED: Image = { chosen: null, isRemoved: false }

function Edit({ event }: { event: EventDetail }) {
  const t = useText('events')
  const toast = useToast()
  const navigate = useNavigate()
  const base = useEventPath()
  const actions = useEventActions(event.eventId)
  const { title, description } = event
  const form = useZodForm({
    texts: 'events',
    schema: SCHEMA,
    initial: {
      titleKo: title.ko,
      titleEn: title.en,
      descriptionKo: description.ko,
      descriptionEn: description.en,
      image: UNCHANGED,
    },
    submit: async ({ titleKo, titleEn, descriptionKo, descriptionEn, image }) => {
      await actions.change({
        title: { ko: titleKo, en: titleEn },
        description: { ko: descriptionKo, en: descriptionEn },
        ...(image.chosen ? { imageId: image.chosen.fileId } : { isImageRemoved: image.isRemoved }),
      })
      toast(t('edit.saved'), 'good')
      void navigate(`${base}/${event.eventId}`)
    },
    placeError: (error, values) =>
      Object.entries(refusedFields(error))
        .filter(([field]) => field in values)
        .map(([field, text]) => ({ field: field as keyof typeof values, text })),
  })
  return (
    <Page title={t('edit.title')} width="narrow" stack>
      <PageHead title={t('edit.title')} text={t('edit.lead')} />
      <Form form={form}>
        {!event.isOwn && <Notice icon="warning">{t('edit.notOwn')}</Notice>}
        <FormField form={form} name="titleKo">
          {(field) => <TextInput {...field} label={t('create.title_ko')} maxLength={60} />}
        </FormField>
        <FormField form={form} name="titleEn">
          {(field) => <TextInput {...field} label={t('create.title_en')} maxLength={60} />}
        </FormField>
        <FormField form={form} name="descriptionKo">
          {(field) => <TextArea {...field} label={t('create.description_ko')} maxLength={2000} rows={5} />}
        </FormField>
        <FormField form={form} name="descriptionEn">
          {(field) => <TextArea {...field} label={t('create.description_en')} maxLength={2000} rows={5} />}
        </FormField>
        <FormField form={form} name="image">
          {({ value: { chosen, isRemoved }, onValue, error }) => (
            <ImageUpload
              label={t('create.image')}
              value={chosen ? viewOf(chosen) : isRemoved ? null : currentImage(event)}
              onChange={(file) => onValue({ chosen: file, isRemoved: file === null })}
              error={error}
            />
          )}
        </FormField>
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form} disabled={!event.isOwn}>
            {t('edit.save')}
          </SubmitButton>
        </div>
      </Form>
    </Page>
  )
}
