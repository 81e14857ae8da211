import { expect, it } from 'vitest'
import { orderCard } from '../testing/pages'
import { labelOf, wrapped } from './labels'

const t = ((key: string) => key) as Parameters<typeof labelOf>[1]

it('names the receiver of a parcel, and is empty without an address', () => {
  const address = {
    recipient: '김하늘',
    phone: '01012345678',
    postalCode: '04524',
    street: '서울 중구 세종대로 110',
    detail: '',
  }
  const lines = labelOf(orderCard({ address, quantity: 2 }), t, 'ko').map(({ text }) => text)
  expect(lines).toContain('김하늘')
  expect(lines).toContain('04524')
  expect(lines).toContain('별 뽑기 × 2')
  expect(lines).not.toContain('')
  expect(lines).not.toContain('labels.changed')
  const changed = orderCard({ address, addressChangedAt: '2026-11-28T04:00:00Z' })
  expect(labelOf(changed, t, 'ko').map(({ text }) => text)).toContain('labels.changed')
  expect(labelOf(orderCard(), t, 'ko')).toEqual([])
})

it('breaks long lines between words, and a long word between letters', () => {
  const measure = (text: string) => text.length
  expect(wrapped('서울 중구 세종대로 110', 8, measure)).toEqual(['서울 중구', '세종대로 110'])
  expect(wrapped('가나다라마바사', 3, measure)).toEqual(['가나다', '라마바', '사'])
  expect(wrapped('', 3, measure)).toEqual([])
})
