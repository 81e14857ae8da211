// The unfinished item of the crafting page or of a world. It survives a reload: stored on this device, per account and world.

import { onDevice } from '@witverse/sdk'
import { z } from '@witverse/sdk/forms'
import type { ItemType } from '../api/types'

/** The values of the form. Files are stored as JSON of [`StoredFile`]. */
export interface Draft {
  collectionId: string
  type: string
  name: { ko: string; en: string }
  description: { ko: string; en: string }
  image: string
  media: string
  text: string
  gear: string
  quantity: string
}

export const EMPTY: Draft = {
  ...{ collectionId: '', type: 'photo', name: { ko: '', en: '' }, description: { ko: '', en: '' } },
  ...{ image: '', media: '', text: '', gear: '', quantity: '1' },
}

const BOTH = z.object({ ko: z.string(), en: z.string() })
const STORED = z.object({
  ...{ collectionId: z.string(), type: z.string(), name: BOTH, description: BOTH },
  ...{ image: z.string(), media: z.string(), text: z.string(), gear: z.string(), quantity: z.string() },
})

/** The rules of the form. */
export const DRAFT = STORED.check(
  z.superRefine((draft, context) => {
    for (const [field, message] of Object.entries(problemsOf(draft)))
      if (message) context.addIssue({ code: 'custom', input: draft, message, path: field.split('.') })
  }),
)

/** What the form needs of an uploaded file. */
export interface StoredFile {
  fileId: string
  url: string
  name: string
  width: number | null
  height: number | null
}

/** Whose draft it is: of the person's own items, or of those of a world. */
export interface DraftPlace {
  userId: string
  worldName?: string
}

const keyOf = ({ userId, worldName }: DraftPlace) =>
  `witverse.items.draft.${userId}${worldName === undefined ? '' : `.${worldName}`}`

export function readDraft(place: DraftPlace, storage: Pick<Storage, 'getItem'> = onDevice): Draft {
  try {
    const stored = STORED.safeParse(JSON.parse(storage.getItem(keyOf(place)) ?? 'null'))
    return stored.success ? stored.data : EMPTY
  } catch {
    return EMPTY
  }
}

export function writeDraft(
  place: DraftPlace,
  draft: Draft,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = onDevice,
): void {
  if (JSON.stringify(STORED.parse(draft)) === JSON.stringify(STORED.parse(EMPTY)))
    storage.removeItem(keyOf(place))
  else storage.setItem(keyOf(place), JSON.stringify(draft))
}

export function fileOf(stored: string): StoredFile | null {
  try {
    const file = JSON.parse(stored) as StoredFile
    return typeof file.fileId === 'string' && typeof file.url === 'string' ? file : null
  } catch {
    return null
  }
}

/** What an item of a type consists of besides its picture. */
export const MEDIA_OF: Record<ItemType, 'audio' | 'video' | 'model' | null> = {
  ...{ audio: 'audio', video: 'video', block: 'model' },
  ...{ consumable: null, gear: null, pfp: null, photo: null, text: null },
}

/** The models of gear, by the slot in which they are worn. As in `plugins/items/src/gear.rs`. */
export const GEAR_MODELS = {
  head: ['straw-hat', 'beanie', 'crown', 'cat-ears', 'space-helmet'],
  face: ['glasses', 'goggles'],
  back: ['wings', 'backpack', 'paper-crane', 'space-suit'],
  hand: ['lantern', 'balloon'],
} as const

export type GearSlot = keyof typeof GEAR_MODELS
export type GearModel = (typeof GEAR_MODELS)[GearSlot][number]

export const QUANTITY_MAX = 50
export const TEXT_MAX = 2000
export const NAME_MAX = 60
export const DESCRIPTION_MAX = 300

export type CraftProblem =
  | 'craft.problems.required'
  | 'craft.problems.image'
  | 'craft.problems.media'
  | 'craft.problems.collection'
  | 'craft.problems.quantity'

/** The problem of each wrong field. */
export function problemsOf(draft: Draft): { [field: string]: CraftProblem | undefined } {
  const type = draft.type as ItemType
  const quantity = Number(draft.quantity)
  return {
    ...(draft.collectionId === '' && { collectionId: 'craft.problems.collection' as const }),
    ...(fileOf(draft.image) === null && { image: 'craft.problems.image' as const }),
    ...(MEDIA_OF[type] && fileOf(draft.media) === null && { media: 'craft.problems.media' as const }),
    ...(type === 'text' && draft.text.trim() === '' && { text: 'craft.problems.required' as const }),
    ...(type === 'gear' && draft.gear === '' && { gear: 'craft.problems.required' as const }),
    ...(draft.name.ko.trim() === '' && { 'name.ko': 'craft.problems.required' as const }),
    ...(draft.name.en.trim() === '' && { 'name.en': 'craft.problems.required' as const }),
    ...(!(Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX) && {
      quantity: 'craft.problems.quantity' as const,
    }),
  }
}

/** A model with the slot in which it is worn. */
export function gearOf(model: string): { slot: GearSlot; model: GearModel } | null {
  const slots = Object.keys(GEAR_MODELS) as GearSlot[]
  for (const slot of slots) {
    const found = GEAR_MODELS[slot].find((one) => one === model)
    if (found) return { slot, model: found }
  }
  return null
}
