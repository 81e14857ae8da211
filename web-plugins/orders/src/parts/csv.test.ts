import type { Translate } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { orderCard } from '../testing/pages'
import { csvOf } from './csv'

const t = ((key: string) => key) as Translate<'orders'>

it('writes one line for each order, and no formulas', () => {
  const address = {
    recipient: '=1+1',
    phone: '01012345678',
    postalCode: '04524',
    street: 'a "b"',
    detail: '',
  }
  const csv = csvOf([orderCard({ address })], t, 'en')
  const [head, line] = csv.split('\r\n')
  expect(head).toContain('"csv.order"')
  expect(line).toContain(`"'=1+1"`)
  expect(line).toContain('"a ""b"""')
  // With their leading zeros.
  expect(line).toContain('"=""01012345678""","=""04524"""')
  const fullWidth = csvOf(
    [orderCard({ address: { ...address, recipient: '＝1+1', phone: '＋82 10' } })],
    t,
    'en',
  )
  expect(fullWidth).toContain(`"'＝1+1","'＋82 10"`)
})
