// The draft of a product in the editor, and the product that it becomes.
import type { UploadedFile } from '@witverse/sdk/files'
import type { Content, Product } from '../api/types'

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

interface DraftContent {
  key: number
  nameKo: string
  nameEn: string
  type: SoldType
  /** A picture of the platform; not used with an uploaded one. */
  art: string
  image: UploadedFile | null
  media: UploadedFile | null
  weight: string
  stock: string
}

export interface Draft {
  kind: Product['kind']
  nameKo: string
  nameEn: string
  aboutKo: string
  aboutEn: string
  won: string
  wit: string
  stock: string
  releaseOn: string
  contents: DraftContent[]
}

/** What people play of an item of a type. */
export const mediaOf = (type: Content['type']): 'audio' | 'video' | null =>
  type === 'audio' || type === 'video' ? type : null

let keys = 0

export function emptyContent(): DraftContent {
  keys += 1
  return {
    key: keys,
    nameKo: '',
    nameEn: '',
    type: 'photo',
    art: ART[keys % ART.length] ?? '',
    image: null,
    media: null,
    weight: '',
    stock: '',
  }
}

export const emptyDraft = (): Draft => ({
  kind: 'random',
  nameKo: '',
  nameEn: '',
  aboutKo: '',
  aboutEn: '',
  won: '',
  wit: '',
  stock: '',
  releaseOn: '',
  contents: [emptyContent()],
})

const number = (text: string) => Number(text.replaceAll(',', '')) || 0

/** The request body; the server checks it and names the fields. */
export function productOf(draft: Draft, worldName: string | null) {
  const isRandom = draft.kind === 'random'
  return {
    kind: draft.kind,
    worldName,
    name: { ko: draft.nameKo, en: draft.nameEn },
    about: { ko: draft.aboutKo, en: draft.aboutEn },
    won: number(draft.won),
    witHundredths: draft.wit.trim() === '' ? null : Math.round(Number(draft.wit) * 100),
    stock: isRandom ? null : number(draft.stock),
    releaseOn: isRandom || draft.releaseOn === '' ? null : draft.releaseOn,
    contents: draft.contents.map((content) => ({
      name: { ko: content.nameKo, en: content.nameEn },
      type: content.type,
      thumbnailUrl: content.art,
      imageFileId: content.image?.fileId ?? null,
      mediaFileId: (mediaOf(content.type) && content.media?.fileId) ?? null,
      ...(isRandom && { weight: number(content.weight), stock: number(content.stock) }),
    })),
  }
}
