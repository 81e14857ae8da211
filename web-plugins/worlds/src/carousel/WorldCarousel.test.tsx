import { renderPage } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { WorldCard } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { forgetPlaces } from './useRememberedPlace'
import { WorldCarousel } from './WorldCarousel'

const world = (index: number): WorldCard => ({
  worldId: `w${index}`,
  worldName: `world${index}`,
  description: { ko: '설명', en: 'Words' },
  worldLogoImg: null,
  worldThumbnailImg: null,
  hue: 200,
  memberCount: 1_000 + index,
  blockCount: index,
  itemCount: 0,
  isPublic: true,
  createdAt: '2026-03-01T00:00:00Z',
  isMember: false,
})

let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  forgetPlaces()
})

async function setUp(count: number, more: { hasMore?: boolean; language?: 'ko' | 'en' } = {}) {
  const onNearEnd = vi.fn()
  const page = await renderPage(
    <WorldCarousel
      worlds={Array.from({ length: count }, (_, index) => world(index))}
      hasMore={more.hasMore ?? false}
      onNearEnd={onNearEnd}
      onCurrent={() => undefined}
    />,
    { messages: { worlds: { ko, en } }, state: { language: more.language ?? 'en' } },
  )
  close = page.unmount
  const $ = (selector: string) => page.container.querySelector(selector)
  const current = () => $('.w-world-card[aria-current="true"]')?.getAttribute('href')
  return { ...page, $, current, onNearEnd }
}

it('moves to another card on click, and opens the world of the current one', async () => {
  const { $, current, click, place } = await setUp(5)
  expect(current()).toBe('/world2')
  await click($('[href="/world3"]'))
  expect(current()).toBe('/world3')
  expect(place.path).toBe('/')
  await click($('[href="/world3"]'))
  expect(place.path).toBe('/world3')
})

it('wraps around with arrows and keys, without a previous arrow at the first card', async () => {
  const { $, current, click, press } = await setUp(4)
  await press($('.w-carousel'), 'Home')
  expect($('.w-arrow.is-previous')).toBeNull()
  await press($('.w-carousel'), 'ArrowLeft')
  expect(current()).toBe('/world3')
  await click($('.w-arrow.is-next'))
  expect(current()).toBe('/world0')
  await press($('.w-carousel'), 'ArrowRight')
  expect(current()).toBe('/world1')
})

it('shows neighbours on both sides of the first card', async () => {
  const { container, press, $ } = await setUp(5)
  await press($('.w-carousel'), 'Home')
  const shown = [...container.querySelectorAll('.w-world-card')].map((card) => card.getAttribute('href'))
  expect(shown).toEqual(['/world3', '/world4', '/world0', '/world1', '/world2'])
})

it('restores the world of the history entry', async () => {
  const { $, press, unmount } = await setUp(5)
  await press($('.w-carousel'), 'End')
  await unmount()
  expect((await setUp(5)).current()).toBe('/world4')
})

it('has no arrows for three worlds', async () => {
  const { $ } = await setUp(3)
  expect($('.w-arrow')).toBeNull()
})

it('shows counts and the greeting; in Korean the description', async () => {
  const english = await setUp(1)
  expect(english.$('.w-world-card')?.textContent).toContain('Welcome to world0 World!')
  expect(english.$('.w-card-counts')?.textContent).toContain('1,000')
  await english.unmount()
  const korean = await setUp(1, { language: 'ko' })
  expect(korean.$('.w-card-line')?.textContent).toBe('설명')
})

it('keeps few cards in the document and asks for more near the end', async () => {
  const { container, $, press, onNearEnd } = await setUp(60, { hasMore: true })
  expect(container.querySelectorAll('.w-world-card').length).toBe(15)
  expect(container.querySelectorAll('.w-dot').length).toBe(17)
  expect(onNearEnd).not.toHaveBeenCalled()
  await press($('.w-carousel'), 'End')
  expect(container.querySelectorAll('.w-world-card').length).toBe(15)
  expect(onNearEnd).toHaveBeenCalled()
})
