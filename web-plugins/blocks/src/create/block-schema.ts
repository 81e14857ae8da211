// The rules of the settings that a block has from its beginning.
import { bilingual, messageKeys, z } from '@witverse/sdk/forms'

const key = messageKeys<'blocks'>()

export const BLOCK_FIELDS = {
  blockName: z.string().check(z.regex(/^[a-z0-9_-]{3,20}$/, key('create.nameRule'))),
  title: bilingual(key('create.titleNeeded')),
  type: z.string(),
  access: z.string(),
  collectionId: z.string(),
  game: z.string(),
}

/** With the access `item`, visitors need an item of a collection. */
export const needsCollection = z.refine<{ access: string; collectionId: string }>(
  ({ access, collectionId }) => access !== 'item' || collectionId !== '',
  { error: key('create.collectionNeeded'), path: ['collectionId'] },
)

export const NAME_MAX = 20
export const TITLE_MAX = 40
