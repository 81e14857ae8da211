// The form of a new item: its collection, what it consists of, its names and how many of it are made. What is typed is
// kept as a draft, on the page of crafting and in the dialog of each world.
import {
  Button,
  Confirm,
  classes,
  Icon,
  Segments,
  Select,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCraft } from '../api/craft'
import { type Collection, type ItemType, TYPES } from '../api/types'
import {
  type CraftProblem,
  DESCRIPTION_MAX,
  type Draft,
  type DraftPlace,
  EMPTY,
  fileOf,
  GEAR_MODELS,
  gearOf,
  MEDIA_OF,
  NAME_MAX,
  problemsOf,
  readDraft,
  TEXT_MAX,
  writeDraft,
} from './draft'
import { ImageField, MediaField } from './FileFields'
import { Preview } from './Preview'

const CollectionDialog = lazy(
  () => import(/* webpackChunkName: "page-collection-dialog" */ './CollectionDialog'),
)

interface ItemFormProps {
  userId: string
  collections: readonly Collection[]
  /** The collection of the address. */
  wanted: string | null
  /** The world whose items are made; without it, the person's own. */
  worldName?: string
  /** Loads more collections; undefined if there are none. */
  onMore?: (() => void) | undefined
}

export function ItemForm({ userId, collections, wanted, worldName, onMore }: ItemFormProps) {
  const place = { userId, ...(worldName !== undefined && { worldName }) }
  const t = useText('items')
  const text = useFormText('items')
  const toast = useToast()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const { makeItems } = useCraft()
  const [isAdding, setAdding] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const form = useForm<Draft, CraftProblem>({
    initial: initialDraft(place, collections, wanted),
    validate: problemsOf,
    submit: async () => setAsking(true),
  })
  const { values } = form
  useEffect(
    () => writeDraft({ userId, ...(worldName !== undefined && { worldName }) }, values),
    [userId, worldName, values],
  )
  const type = values.type as ItemType
  const collection = collections.find((one) => one.collectionId === values.collectionId)

  async function make() {
    const image = fileOf(values.image)
    if (!image) return
    const made = await makeItems(values.collectionId, {
      type,
      name: { ko: values['name.ko'].trim(), en: values['name.en'].trim() },
      description: { ko: values['description.ko'].trim(), en: values['description.en'].trim() },
      imageFileId: image.fileId,
      mediaFileId: MEDIA_OF[type] ? (fileOf(values.media)?.fileId ?? null) : null,
      text: type === 'text' ? values.text.trim() : null,
      gear: type === 'gear' ? gearOf(values.gear) : null,
      quantity: Number(values.quantity),
    })
    writeDraft(place, EMPTY)
    toast(t('craft.made', { count: made.count }), 'good')
    void navigate(made.count === 1 ? `/item/${made.item.itemId}` : `/collection/${values.collectionId}`)
  }

  return (
    <div className={classes('it-craft', worldName !== undefined && 'is-dialog')}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        <div className="it-craft-collection">
          <Select
            {...{ name: 'collectionId', value: values.collectionId }}
            label={t('craft.collectionField')}
            onValue={(value) => form.set('collectionId', value)}
            error={text(form.errors.collectionId)}
            options={[
              { value: '', text: t('craft.chooseCollection') },
              ...collections.map((one) => ({ value: one.collectionId, text: one.name[language] })),
            ]}
          />
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <Icon name="plus" size={18} /> {t('craft.collection.new')}
          </Button>
          {onMore && (
            <Button variant="quiet" size="small" onClick={onMore}>
              {t('craft.moreCollections')}
            </Button>
          )}
        </div>
        <div className="it-craft-type">
          <p className="wv-label" id="craft-type">
            {t('filters.type')}
          </p>
          <Segments
            label={t('filters.type')}
            name="type"
            value={type}
            onValue={(value) => form.set('type', value)}
            options={TYPES.map((value) => ({ value, text: t(`types.${value}`) }))}
          />
          <p className="it-note">{t(`craft.about.${type}`)}</p>
        </div>
        <ImageField
          value={values.image}
          onValue={(value) => form.set('image', value)}
          error={text(form.errors.image)}
        />
        {MEDIA_OF[type] && (
          <MediaField
            key={MEDIA_OF[type]}
            purpose={MEDIA_OF[type]}
            value={values.media}
            onValue={(value) => form.set('media', value)}
            error={text(form.errors.media)}
          />
        )}
        {type === 'text' && (
          <TextArea
            name="text"
            label={t('craft.text')}
            value={values.text}
            maxLength={TEXT_MAX}
            rows={6}
            onValue={(value) => form.set('text', value)}
            error={text(form.errors.text)}
          />
        )}
        {type === 'gear' && (
          <Select
            label={t('craft.gear')}
            name="gear"
            value={values.gear}
            onValue={(value) => form.set('gear', value)}
            error={text(form.errors.gear)}
            options={[
              { value: '', text: t('craft.chooseGear') },
              ...Object.entries(GEAR_MODELS).flatMap(([slot, models]) =>
                models.map((model) => ({
                  value: model,
                  text: `${t(`craft.slots.${slot as 'head'}`)} · ${t(`craft.models.${model}`)}`,
                })),
              ),
            ]}
          />
        )}
        <div className="it-pair">
          <TextInput
            {...form.field('name.ko')}
            label={t('craft.nameKo')}
            maxLength={NAME_MAX}
            error={text(form.errors['name.ko'])}
          />
          <TextInput
            {...form.field('name.en')}
            label={t('craft.nameEn')}
            maxLength={NAME_MAX}
            error={text(form.errors['name.en'])}
          />
        </div>
        <div className="it-pair">
          {(['description.ko', 'description.en'] as const).map((field) => (
            <TextArea
              key={field}
              name={field}
              label={t(field === 'description.ko' ? 'craft.descriptionKo' : 'craft.descriptionEn')}
              value={values[field]}
              maxLength={DESCRIPTION_MAX}
              rows={3}
              onValue={(value) => form.set(field, value)}
            />
          ))}
        </div>
        <TextInput
          {...form.field('quantity')}
          label={t('craft.quantity')}
          inputMode="numeric"
          maxLength={2}
          hint={collection ? leftOf(collection, t) : t('craft.quantityHint')}
          error={text(form.errors.quantity)}
        />
        {form.errors.form !== undefined && (
          <p className="wv-form-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <div className="wv-actions">
          <Button type="submit" pending={form.pending}>
            {t('craft.make')}
          </Button>
          <p className="it-note">{t('craft.draft')}</p>
        </div>
      </form>
      <Preview draft={values} collection={collection} />
      {isAdding && (
        <Suspense fallback={null}>
          <CollectionDialog
            {...(worldName !== undefined && { worldName })}
            onClose={() => setAdding(false)}
            onDone={(made) => {
              form.set('collectionId', made.collectionId)
              setAdding(false)
            }}
          />
        </Suspense>
      )}
      {isAsking && collection && (
        <Confirm
          title={t('craft.confirmTitle', { count: Number(values.quantity) })}
          text={t('craft.confirmText', {
            item: values[language === 'ko' ? 'name.ko' : 'name.en'],
            collection: collection.name[language],
          })}
          action={t('craft.make')}
          onClose={() => setAsking(false)}
          onConfirm={make}
        />
      )}
    </div>
  )
}

/** The stored draft, in the collection of the address, in the only one, or in the newest of a world. */
function initialDraft(place: DraftPlace, collections: readonly Collection[], wanted: string | null): Draft {
  const draft = readDraft(place)
  const has = (id: string | null) => collections.some((one) => one.collectionId === id)
  const isClear = collections.length === 1 || place.worldName !== undefined
  const only = isClear ? (collections[0]?.collectionId ?? '') : ''
  const chosen = has(draft.collectionId) ? draft.collectionId : only
  return { ...draft, collectionId: wanted !== null && has(wanted) ? wanted : chosen }
}

function leftOf({ editions, supply }: Collection, t: ReturnType<typeof useText<'items'>>): string {
  if (supply === null) return t('craft.nextNumber', { number: editions + 1 })
  return t('craft.left', { left: supply - editions, supply })
}
