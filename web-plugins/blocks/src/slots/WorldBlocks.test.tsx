import type { WorldSlotData } from '@witverse/sdk'
import { renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import WorldBlocks from './WorldBlocks'

let leave = async () => undefined as unknown
afterEach(() => leave())

const NOBODY = { isOwner: false, isAdmin: false, isMember: false, hasMembership: false }

async function open(role: Partial<WorldSlotData>, kind = '', visitor = false) {
  const world = { worldId: 'w1', worldName: 'agora', isPublic: true, ...NOBODY, ...role }
  const page = await renderPlugin(<WorldBlocks data={world} close={() => undefined} />, {
    ...{ id: 'blocks', texts: { ko, en }, visitor },
    path: `/agora?state=crafting${kind && `&kind=${kind}`}`,
    slots: { 'crafting.kind': <p>the card of items</p> },
    answers: { 'GET /api/v3/worlds/agora/blocks': { payload: { mainBlock: null, items: [] } } },
  })
  leave = page.unmount
  await page.until(() => kind === 'item' || document.querySelector('[role=dialog]') !== null)
  await page.settle()
  return page
}

const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''

it('lets builders choose, and leads to the form of a block', async () => {
  await open({ isOwner: true })
  expect(dialog()).toContain('What do you want to make in AGORA?')
  expect(dialog()).toContain('the card of items')
  const block = document.querySelector('[role=dialog] a')
  expect(block?.getAttribute('href')).toBe('/agora?state=crafting&kind=block')
  await leave()
  await open({ isMember: true, hasMembership: true }, 'block')
  expect(dialog()).toContain('New block')
})

it('leaves the form of an item to its plugin, for those who manage the world', async () => {
  const page = await open({ isAdmin: true }, 'item')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(page.shown()).toContain('Blocks')
  await leave()
  // An owner of a membership builds blocks only.
  await open({ isMember: true, hasMembership: true }, 'item')
  expect(dialog()).toContain('What do you want to make in AGORA?')
})

it('explains to other people who may make things in the world, and what they can do', async () => {
  const member = await open({ isMember: true })
  expect(dialog()).toContain('You can’t make things in AGORA yet')
  expect(member.named('Make something of your own').getAttribute('href')).toBe('/crafting')
  await leave()
  const visitor = await open({}, 'block', true)
  await visitor.click(visitor.named('Log in'))
  expect(visitor.modal()?.id).toBe('sign-in')
  await leave()
  // Of a private world too, which shows nothing else.
  const stranger = await open({ isPublic: false })
  expect(dialog()).toContain('You can’t make things in AGORA yet')
  expect(stranger.container.querySelector('section')).toBeNull()
})
