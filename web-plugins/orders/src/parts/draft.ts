// The draft of a product in the editor, and the product that it becomes.
import type { UploadedFile } from '@witverse/sdk/files'
import { bilingual, dateText, messageKeys, z } from '@witverse/sdk/forms'
import type { Content, Product } from '../api/types'
import { priceShape, pricesOf } from './prices'

/** What a shop sells; gear, texts and 3D models are made in the crafting of `items`. */
export const TYPES = ['audio', 'photo', 'video', 'pfp', 'consumable'] as const satisfies Content['type'][]
export type SoldType = (typeof TYPES)[number]

const FOLDER = '/assets/plugins/items/items'
export const ART = [
  'moon-cat',
  'lamp-fox',
  'night-bus-record',
  'pier-polaroid',
  'rain-film',
  'paper-crane',
].map((name) => `${FOLDER}/${name}.svg`)

export interface DraftContent {
  key: number
  name: { ko: string; en: string }
  type: SoldType
  /** A picture of the platform; not used with an uploaded one. */
  thumbnailUrl: string
  imageFileId: UploadedFile | null
  mediaFileId: UploadedFile | null
  weight: string
  stock: string
}

const key = messageKeys<'orders'>()
const NAME = bilingual(key('edit.required'))

/** The fields are named as in the request, so that they show the server's errors. It checks the items. */
export const DRAFT = z.object({
  kind: z.enum(['random', 'album', 'hybrid'] satisfies Product['kind'][]),
  name: NAME,
  about: NAME,
  ...priceShape,
  stock: z.string(),
  releaseOn: dateText(),
  contents: z.array(z.custom<DraftContent>()),
})
type Draft = z.output<typeof DRAFT>

/** What people play of an item of a type. */
export const mediaOf = (type: Content['type']): 'audio' | 'video' | null =>
  type === 'audio' || type === 'video' ? type : null

let keys = 0

export function emptyContent(): DraftContent {
  keys += 1
  return {
    key: keys,
    name: { ko: '', en: '' },
    type: 'photo',
    thumbnailUrl: ART[keys % ART.length] ?? '',
    imageFileId: null,
    mediaFileId: null,
    weight: '',
    stock: '',
  }
}

export const emptyDraft = (): z.input<typeof DRAFT> => ({
  kind: 'random',
  name: { ko: '', en: '' },
  about: { ko: '', en: '' },
  won: '',
  witHundredths: '',
  stock: '',
  releaseOn: '',
  contents: [emptyContent()],
})

const number = (text: string) => Number(text.replaceAll(',', '')) || 0

/** The request body. */
export function productOf(draft: Draft, worldName: string | null) {
  const isRandom = draft.kind === 'random'
  return {
    kind: draft.kind,
    worldName,
    name: draft.name,
    about: draft.about,
    ...pricesOf(draft),
    stock: isRandom ? null : number(draft.stock),
    releaseOn: isRandom || draft.releaseOn === '' ? null : draft.releaseOn,
    contents: draft.contents.map((content) => ({
      name: content.name,
      type: content.type,
      thumbnailUrl: content.thumbnailUrl,
      imageFileId: content.imageFileId?.fileId ?? null,
      mediaFileId: (mediaOf(content.type) && content.mediaFileId?.fileId) ?? null,
      ...(isRandom && { weight: number(content.weight), stock: number(content.stock) }),
    })),
  }
}
