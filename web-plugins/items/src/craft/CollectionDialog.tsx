// The dialog of a collection: a new one, or the texts and the picture of one that exists.

import { Select, TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import {
  BilingualField,
  bilingual,
  FormDialog,
  FormField,
  messageKeys,
  useZodForm,
  type ZodForm,
  z,
} from '@witverse/sdk/forms'
import { useCraft, useManagedWorld } from '../api/craft'
import type { Collection } from '../api/types'
import { DESCRIPTION_MAX, NAME_MAX } from './draft'

interface CollectionDialogProps {
  /** The collection to change; a new one without it. */
  collection?: Collection
  /** The world that a new collection is for; without it, the person chooses. */
  worldName?: string
  onClose: () => void
  onDone: (collection: Collection) => void
}

const SUPPLY_MAX = 100_000
const ROYALTY_MAX = 10

/** Percent as typed, in hundredths of a percent; null if it is not 0 to 10 with at most two decimals. */
export function basisPoints(percent: string): number | null {
  const text = percent.trim().replace(',', '.')
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text)) return null
  const points = Math.round(Number(text) * 100)
  return points <= ROYALTY_MAX * 100 ? points : null
}

const key = messageKeys<'items'>()
const SCHEMA = z.object({
  name: bilingual(key('craft.problems.required')),
  description: bilingual(),
  supply: z.string().check(z.refine((typed) => supplyOf(typed) !== undefined, key('craft.problems.supply'))),
  royalty: z.string().check(z.refine((typed) => basisPoints(typed) !== null, key('craft.problems.royalty'))),
  owner: z.string(),
  imageFileId: z.custom<UploadedFile | null>(),
})

const previewOf = (image: UploadedFile | null, collection: Collection | undefined) => {
  if (image) return { url: image.url, width: image.width ?? null, height: image.height ?? null, ready: true }
  return collection?.imageUrl ? { url: collection.imageUrl, width: null, height: null, ready: true } : null
}

export default function CollectionDialog({ collection, worldName, onClose, onDone }: CollectionDialogProps) {
  const t = useText('items')
  const toast = useToast()
  const { makeCollection, changeCollection } = useCraft()
  const managed = useManagedWorld()
  const world = worldName ?? managed
  const form = useZodForm({
    texts: 'items',
    schema: SCHEMA,
    initial: {
      name: { ko: collection?.name.ko ?? '', en: collection?.name.en ?? '' },
      description: { ko: collection?.description.ko ?? '', en: collection?.description.en ?? '' },
      ...{ supply: '', royalty: '0', owner: worldName === undefined ? 'me' : 'world' },
      imageFileId: null,
    },
    submit: async ({ name, description, supply, royalty, owner, imageFileId: image }) => {
      const texts = { name, description, imageFileId: image?.fileId ?? null }
      const done = collection
        ? await changeCollection(collection.collectionId, texts)
        : await makeCollection({
            ...texts,
            supply: supplyOf(supply) ?? null,
            royaltyBp: basisPoints(royalty) ?? 0,
            worldName: owner === 'world' ? world : null,
          })
      toast(t(collection ? 'craft.collection.changed' : 'craft.collection.made'), 'good')
      onDone(done)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(collection ? 'craft.collection.edit' : 'craft.collection.new')}
      size="wide"
      holdsText
      action={t(collection ? 'craft.collection.save' : 'craft.collection.make')}
      onClose={onClose}
    >
      <BilingualField form={form} name="name" labels={{ ko: t('craft.nameKo'), en: t('craft.nameEn') }}>
        {(field) => <TextInput {...field} maxLength={NAME_MAX} />}
      </BilingualField>
      <BilingualField
        form={form}
        name="description"
        labels={{ ko: t('craft.descriptionKo'), en: t('craft.descriptionEn') }}
      >
        {(field) => <TextArea {...field} maxLength={DESCRIPTION_MAX} rows={2} />}
      </BilingualField>
      <fieldset className="it-fieldset">
        <legend>{t('craft.collection.image')}</legend>
        <FormField form={form} name="imageFileId">
          {({ value, onValue, error }) => (
            <ImageUpload
              value={previewOf(value, collection)}
              label={t('craft.collection.image')}
              onChange={onValue}
              error={error}
            />
          )}
        </FormField>
      </fieldset>
      {!collection && <FixedFields form={form} world={worldName === undefined ? world : null} />}
    </FormDialog>
  )
}

interface FixedFieldsProps {
  form: ZodForm<z.input<typeof SCHEMA>>
  /** The world that the collection may belong to, if there is a choice. */
  world: string | null
}

/** What cannot be changed later. */
function FixedFields({ form, world }: FixedFieldsProps) {
  const t = useText('items')
  return (
    <>
      {world && (
        <FormField form={form} name="owner">
          {(field) => (
            <Select
              name={field.name}
              value={field.value}
              onValue={field.onValue}
              label={t('craft.collection.owner')}
              hint={t('craft.collection.ownerHint')}
              options={[
                { value: 'me', text: t('craft.collection.ownerMe') },
                { value: 'world', text: t('craft.collection.ownerWorld', { world: world.toUpperCase() }) },
              ]}
            />
          )}
        </FormField>
      )}
      <div className="wv-pair">
        <FormField form={form} name="supply">
          {(field) => (
            <TextInput
              {...field}
              label={t('craft.collection.supply')}
              inputMode="numeric"
              maxLength={6}
              hint={t('craft.collection.supplyHint')}
            />
          )}
        </FormField>
        <FormField form={form} name="royalty">
          {(field) => (
            <TextInput
              {...field}
              label={t('craft.collection.royalty')}
              inputMode="decimal"
              maxLength={5}
              hint={t('craft.collection.royaltyHint')}
            />
          )}
        </FormField>
      </div>
      <p className="wv-note">{t('craft.collection.fixed')}</p>
    </>
  )
}

/** Null without a limit; undefined if it is not a number of items. */
function supplyOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const supply = Number(text)
  return Number.isInteger(supply) && supply >= 1 && supply <= SUPPLY_MAX ? supply : undefined
}
