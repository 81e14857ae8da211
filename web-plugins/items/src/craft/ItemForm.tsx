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
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { BilingualField, Form, FormError, FormField, SubmitButton, useZodForm } from '@witverse/sdk/forms'
import { useNavigate } from '@witverse/sdk/router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCraft } from '../api/craft'
import { type Collection, type ItemType, TYPES } from '../api/types'
import {
  DESCRIPTION_MAX,
  DRAFT,
  type Draft,
  type DraftPlace,
  EMPTY,
  fileOf,
  GEAR_MODELS,
  gearOf,
  MEDIA_OF,
  NAME_MAX,
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
  const toast = useToast()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const { makeItems } = useCraft()
  const [isAdding, setAdding] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const form = useZodForm({
    texts: 'items',
    schema: DRAFT,
    initial: initialDraft(place, collections, wanted),
    submit: async () => setAsking(true),
  })
  const values = form.state.watch()
  const { subscribe } = form.state
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) =>
          writeDraft({ userId, ...(worldName !== undefined && { worldName }) }, typed),
      }),
    [userId, worldName, subscribe],
  )
  const type = values.type as ItemType
  const media = MEDIA_OF[type]
  const collection = collections.find((one) => one.collectionId === values.collectionId)

  async function make() {
    const image = fileOf(values.image)
    if (!image) return
    const made = await makeItems(values.collectionId, {
      type,
      name: { ko: values.name.ko.trim(), en: values.name.en.trim() },
      description: { ko: values.description.ko.trim(), en: values.description.en.trim() },
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
      <Form form={form}>
        <div className="it-craft-collection">
          <FormField form={form} name="collectionId">
            {(field) => (
              <Select
                {...field}
                label={t('craft.collectionField')}
                options={[
                  { value: '', text: t('craft.chooseCollection') },
                  ...collections.map((one) => ({ value: one.collectionId, text: one.name[language] })),
                ]}
              />
            )}
          </FormField>
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
            onValue={(value) => form.state.setValue('type', value)}
            options={TYPES.map((value) => ({ value, text: t(`types.${value}`) }))}
          />
          <p className="wv-note">{t(`craft.about.${type}`)}</p>
        </div>
        <FormField form={form} name="image">
          {({ value, onValue, error }) => <ImageField value={value} onValue={onValue} error={error} />}
        </FormField>
        {media && (
          <FormField form={form} name="media">
            {({ value, onValue, error }) => (
              <MediaField value={value} onValue={onValue} error={error} key={media} purpose={media} />
            )}
          </FormField>
        )}
        {type === 'text' && (
          <FormField form={form} name="text">
            {(field) => <TextArea {...field} label={t('craft.text')} maxLength={TEXT_MAX} rows={6} />}
          </FormField>
        )}
        {type === 'gear' && (
          <FormField form={form} name="gear">
            {(field) => (
              <Select
                {...field}
                label={t('craft.gear')}
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
          </FormField>
        )}
        <BilingualField form={form} name="name" labels={{ ko: t('craft.nameKo'), en: t('craft.nameEn') }}>
          {(field) => <TextInput {...field} maxLength={NAME_MAX} />}
        </BilingualField>
        <BilingualField
          form={form}
          name="description"
          labels={{ ko: t('craft.descriptionKo'), en: t('craft.descriptionEn') }}
        >
          {(field) => <TextArea {...field} maxLength={DESCRIPTION_MAX} rows={3} />}
        </BilingualField>
        <FormField form={form} name="quantity">
          {(field) => (
            <TextInput
              {...field}
              label={t('craft.quantity')}
              inputMode="numeric"
              maxLength={2}
              hint={collection ? leftOf(collection, t) : t('craft.quantityHint')}
            />
          )}
        </FormField>
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form}>{t('craft.make')}</SubmitButton>
          <p className="wv-note">{t('craft.draft')}</p>
        </div>
      </Form>
      <Preview draft={values} collection={collection} />
      {isAdding && (
        <Suspense fallback={null}>
          <CollectionDialog
            {...(worldName !== undefined && { worldName })}
            onClose={() => setAdding(false)}
            onDone={(made) => {
              form.state.setValue('collectionId', made.collectionId)
              setAdding(false)
            }}
          />
        </Suspense>
      )}
      {isAsking && collection && (
        <Confirm
          title={t('craft.confirmTitle', { count: Number(values.quantity) })}
          text={t('craft.confirmText', {
            item: values.name[language],
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
