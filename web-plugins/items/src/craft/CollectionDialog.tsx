// The dialog of a collection: a new one, or the texts and the picture of one that exists.
import {
  Button,
  Modal,
  Select,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
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

type Problem = 'craft.problems.required' | 'craft.problems.supply' | 'craft.problems.royalty'

/** Percent as typed, in hundredths of a percent; null if it is not 0 to 10 with at most two decimals. */
export function basisPoints(percent: string): number | null {
  const text = percent.trim().replace(',', '.')
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text)) return null
  const points = Math.round(Number(text) * 100)
  return points <= ROYALTY_MAX * 100 ? points : null
}

export default function CollectionDialog({ collection, worldName, onClose, onDone }: CollectionDialogProps) {
  const t = useText('items')
  const text = useFormText('items')
  const toast = useToast()
  const { makeCollection, changeCollection } = useCraft()
  const managed = useManagedWorld()
  const world = worldName ?? managed
  const [image, setImage] = useState<UploadedFile | null>(null)
  const form = useForm<
    Record<
      'name.ko' | 'name.en' | 'description.ko' | 'description.en' | 'supply' | 'royalty' | 'owner',
      string
    >,
    Problem
  >({
    initial: {
      ...{ 'name.ko': collection?.name.ko ?? '', 'name.en': collection?.name.en ?? '' },
      'description.ko': collection?.description.ko ?? '',
      'description.en': collection?.description.en ?? '',
      ...{ supply: '', royalty: '0', owner: worldName === undefined ? 'me' : 'world' },
    },
    validate: (values) => ({
      ...(values['name.ko'].trim() === '' && { 'name.ko': 'craft.problems.required' }),
      ...(values['name.en'].trim() === '' && { 'name.en': 'craft.problems.required' }),
      ...(supplyOf(values.supply) === undefined && { supply: 'craft.problems.supply' }),
      ...(basisPoints(values.royalty) === null && { royalty: 'craft.problems.royalty' }),
    }),
    submit: async (values) => {
      const texts = {
        name: { ko: values['name.ko'].trim(), en: values['name.en'].trim() },
        description: { ko: values['description.ko'].trim(), en: values['description.en'].trim() },
        imageFileId: image?.fileId ?? null,
      }
      if (collection) {
        onDone(await changeCollection(collection.collectionId, texts))
        toast(t('craft.collection.changed'), 'good')
        return
      }
      const made = await makeCollection({
        ...texts,
        supply: supplyOf(values.supply) ?? null,
        royaltyBp: basisPoints(values.royalty) ?? 0,
        worldName: values.owner === 'world' ? world : null,
      })
      toast(t('craft.collection.made'), 'good')
      onDone(made)
    },
  })
  const preview = image
    ? { url: image.url, width: image.width ?? null, height: image.height ?? null, ready: true }
    : collection?.imageUrl
      ? { url: collection.imageUrl, width: null, height: null, ready: true }
      : null
  return (
    <Modal
      open
      onClose={onClose}
      title={t(collection ? 'craft.collection.edit' : 'craft.collection.new')}
      size="wide"
      closeOnOutside={false}
    >
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
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
              value={form.values[field]}
              maxLength={DESCRIPTION_MAX}
              rows={2}
              onValue={(value) => form.set(field, value)}
            />
          ))}
        </div>
        <fieldset className="it-fieldset">
          <legend>{t('craft.collection.image')}</legend>
          <ImageUpload value={preview} label={t('craft.collection.image')} onChange={setImage} />
        </fieldset>
        {!collection && (
          <>
            {world && worldName === undefined && (
              <Select
                label={t('craft.collection.owner')}
                name="owner"
                value={form.values.owner}
                onValue={(value) => form.set('owner', value)}
                hint={t('craft.collection.ownerHint')}
                options={[
                  { value: 'me', text: t('craft.collection.ownerMe') },
                  { value: 'world', text: t('craft.collection.ownerWorld', { world: world.toUpperCase() }) },
                ]}
              />
            )}
            <div className="it-pair">
              <TextInput
                {...form.field('supply')}
                label={t('craft.collection.supply')}
                inputMode="numeric"
                maxLength={6}
                hint={t('craft.collection.supplyHint')}
                error={text(form.errors.supply)}
              />
              <TextInput
                {...form.field('royalty')}
                label={t('craft.collection.royalty')}
                inputMode="decimal"
                maxLength={5}
                hint={t('craft.collection.royaltyHint')}
                error={text(form.errors.royalty)}
              />
            </div>
            <p className="it-note">{t('craft.collection.fixed')}</p>
          </>
        )}
        {form.errors.form !== undefined && (
          <p className="wv-form-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" pending={form.pending}>
          {t(collection ? 'craft.collection.save' : 'craft.collection.make')}
        </Button>
      </form>
    </Modal>
  )
}

/** Null without a limit; undefined if it is not a number of items. */
function supplyOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const supply = Number(text)
  return Number.isInteger(supply) && supply >= 1 && supply <= SUPPLY_MAX ? supply : undefined
}
