import { expect, it } from 'vitest'
import { blockPathIn, gateIdIn } from './choices'

const id = '01900000-0000-7000-8000-00000000000a'

it.each([
  ['https://witverse.example/agora/hall', { world: 'agora', block: 'hall' }],
  [' http://localhost:4000/agora/hall/?from=share#top ', { world: 'agora', block: 'hall' }],
  ['https://witverse.example/agora', null],
  ['https://witverse.example/agora/hall/edit', null],
  ['agora hall', null],
])('reads the block of the address %j', (text, expected) => expect(blockPathIn(text)).toEqual(expected))

it.each([
  [`https://witverse.example/market/detail?id=${id.toUpperCase()}&meetupId=x`, id],
  [`/collection/${id}`, id],
  ['lighthouse', null],
])('reads the item or collection of %j', (text, expected) => expect(gateIdIn(text)).toBe(expected))
