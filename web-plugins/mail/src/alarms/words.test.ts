import { expect, it } from 'vitest'
import { leadOf } from './words'

it.each([
  ['/gifts?id=1', 'leads.gift'],
  ['/friends?tab=requests', 'leads.request'],
  ['/friends', 'leads.friends'],
  ['/wallet', 'leads.wallet'],
  ['/item/1', 'leads.item'],
  ['/reef', 'leads.other'],
])('labels the link %s with %s', (link, lead) => expect(leadOf(link)).toBe(lead))
