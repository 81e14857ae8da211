// The server draws the same portraits from the same drawings (`plugins/avatars/src/portrait.rs`). Both sides are compared with one
// file; `WITVERSE_UPDATE=1 npx vitest run golden` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { portrait } from '@witverse/people/portrait'
import { expect, it } from 'vitest'
import type { Avatar, Look } from '../api/avatars'
import { drawnOf } from '../look/options'

const FILE = path.join(import.meta.dirname, '../../../../plugins/avatars/portraits.golden.json')

type Worn = Pick<Avatar['gear'][number], 'slot' | 'model' | 'bodiesToDisable'>

const worn = (slot: Worn['slot'], model: string, ...bodiesToDisable: Worn['bodiesToDisable']): Worn => ({
  slot,
  model,
  bodiesToDisable,
})

const EXAMPLES: { look: Look; gear: Worn[] }[] = [
  {
    look: {
      ...{ body: 'slim', skin: 'sand', face: 'smile', hair: 'bob', hairColor: 'black' },
      ...{ top: 'teal', topStyle: 'hoodie', bottom: 'navy', bottomStyle: 'jeans' },
    },
    gear: [],
  },
  {
    look: {
      ...{ body: 'broad', skin: 'umber', face: 'wink', hair: 'twin-tails', hairColor: 'blond' },
      ...{ top: 'ivory', topStyle: 'sailor', bottom: 'beige', bottomStyle: 'pleated' },
    },
    gear: [worn('back', 'wings'), worn('face', 'glasses'), worn('hand', 'lantern'), worn('head', 'crown')],
  },
  {
    look: {
      ...{ body: 'petite', skin: 'porcelain', face: 'surprised', hair: 'two-block', hairColor: 'pink' },
      ...{ top: 'gold', topStyle: 'hanbok', bottom: 'plum', bottomStyle: 'chima' },
    },
    gear: [worn('back', 'space-suit', 'arms', 'torso'), worn('head', 'space-helmet', 'hair')],
  },
]

it('draws the portraits that the server draws', () => {
  const drawn = EXAMPLES.map(({ look, gear }) => ({
    look,
    gear,
    svg: portrait(
      drawnOf(
        look,
        gear.map((one) => ({ ...one, itemId: '' })),
      ),
    ),
  }))
  const text = `${JSON.stringify(drawn, null, 1)}\n`
  if (process.env.WITVERSE_UPDATE) writeFileSync(FILE, text)
  expect(readFileSync(FILE, 'utf8')).toBe(text)
})
