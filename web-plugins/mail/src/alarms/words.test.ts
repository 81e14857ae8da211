import { expect, it } from 'vitest'
import { leadOf } from './words'

it.each([
  ['/gifts?id=1', 'gift'],
  ['/friends?tab=requests', 'request'],
  ['/friends', 'friends'],
  ['/wallet', 'wallet'],
  ['/item/1', 'item'],
  ['/reef', 'other'],
])('%s leads to: %s', (link, lead) => expect(leadOf(link)).toBe(lead))
