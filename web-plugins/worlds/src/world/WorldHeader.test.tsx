import { renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { WorldView } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { WorldHeader } from './WorldHeader'

const WORLD = {
  worldId: 'w1',
  worldName: 'orbit',
  description: { ko: '설명', en: 'A quiet place.' },
  worldLogoImg: null,
  worldThumbnailImg: '/orbit.webp',
  hue: 200,
  memberCount: 2,
  blockCount: 0,
  isMember: false,
  isOwner: false,
  isPublic: true,
  owner: null,
} as unknown as WorldView

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(options: Partial<Parameters<typeof renderPlugin>[1]> = {}) {
  const page = await renderPlugin(<WorldHeader world={WORLD} />, {
    id: 'worlds',
    texts: { ko, en },
    path: '/orbit',
    ...options,
  })
  leave = page.unmount
  return page
}

it('joins once, however often the button is pressed', async () => {
  const join = vi.fn(() => ({ payload: WORLD }))
  const page = await open({ answers: { 'POST /api/v2/worlds/user/member': join } })
  await page.during(() => {
    page.named('Join this world').click()
    page.named('Join this world').click()
  })
  await page.settle()
  expect(join).toHaveBeenCalledTimes(1)
  expect(page.toast()).toBe('You joined orbit.')
})

it('asks a visitor who wants to join to sign up', async () => {
  const page = await open({ visitor: true })
  await page.click(page.named('Join this world'))
  expect(page.modal()?.id).toBe('sign-up')
})

it('shares the world with its picture', async () => {
  const page = await open()
  await page.click(page.named('Share'))
  expect(page.modal()).toEqual({
    id: 'share',
    data: { title: 'orbit', description: 'A quiet place.', path: '/orbit', imageUrl: '/orbit.webp' },
  })
})
