import { person, problem } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { packed, provenanceOf } from '../testing/chain'
import { item, renderItems } from '../testing/pages'
import ItemPage from './ItemPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const ONE = 'GET /api/v2/items/i1'
const CHAIN = 'GET /api/v2/items/i1/provenance'

async function open(
  answers: Record<string, unknown> = {},
  visitor = false,
  slots: Record<string, ReactNode> = {},
) {
  const page = await renderItems(<ItemPage />, {
    path: '/item/i1',
    route: '/item/:id',
    visitor,
    slots,
    answers: { [ONE]: { payload: item() }, [CHAIN]: { payload: provenanceOf() }, ...answers },
  })
  leave = page.unmount
  await page.until(() => page.container.querySelector('.wv-notice') !== null)
  return page
}

it('shows an item and its history to visitors', async () => {
  const page = await open({}, true)
  expect(page.shown()).toContain('Likes the full moon.')
  expect(page.shown()).toContain('#7')
  expect(page.shown()).toContain('theo gave it to mina')
  expect(page.shown()).toContain('haneul sold it to theo')
  expect(page.shown()).toContain('Genuine: 3 records verified')
  expect(() => page.named('Send as a gift')).toThrow()
})

it('shows what was packed with the item', async () => {
  const provenance = { ...provenanceOf(), attestations: [packed()] }
  const page = await open({ [CHAIN]: { payload: provenance } })
  await page.until(() => page.shown().includes('Packing record'))
  expect(page.shown()).toContain('320 g · 1 photo')
  expect(page.shown()).toContain('Verified')
})

it('shows the model of a block', async () => {
  const media = { mediaType: 'model/gltf-binary', url: '/files/m1' }
  const slots = { 'item.model': <b>turntable</b> }
  const page = await open({ [ONE]: { payload: item({ type: 'block', media }) } }, false, slots)
  expect(page.shown()).toContain('turntable')
})

it('says that a browser cannot play a video, and offers the file', async () => {
  const media = { mediaType: 'video/mp4', url: '/files/v1' }
  const page = await open({ [ONE]: { payload: item({ type: 'video', media }) } })
  const video = () => page.container.querySelector('video')
  // Sound without a picture.
  await page.during(() => video()?.dispatchEvent(new Event('loadedmetadata')))
  expect(page.shown()).toContain('This browser can’t play the file.')
  expect(page.named('Download it').getAttribute('href')).toBe('/files/v1/original.mp4')
  expect(video()).toBeNull()
})

it('shows the owner where a placed item stands', async () => {
  const slots = { 'item.place': <b>in the garden</b> }
  const lock = { by: 'placed', until: null }
  const page = await open({ [ONE]: { payload: item({ lock }) } }, false, slots)
  expect(page.shown()).toContain('Placed in a world')
  expect(page.shown()).toContain('in the garden')
  await leave()
  const listed = await open(
    { [ONE]: { payload: item({ lock: { by: 'listing', until: null } }) } },
    false,
    slots,
  )
  expect(listed.shown()).not.toContain('in the garden')
})

it('offers the owner to send it as a gift', async () => {
  const page = await open()
  expect(page.shown()).toContain('Owner: you')
  await page.click(page.named('Send as a gift'))
  expect(page.modal()).toEqual({ id: 'gift-wizard', data: { itemId: 'i1' } })
  await page.click(page.named('Share'))
  expect(page.modal()).toMatchObject({ id: 'share', data: { path: '/item/i1', title: 'Moon Cat' } })
})

it('does not offer to send it to others, or if it is locked or used', async () => {
  for (const facts of [{ owner: person('theo') }, { lock: { by: 'listing', until: null } }, { used: true }]) {
    const page = await open({ [ONE]: { payload: item(facts) } })
    expect(() => page.named('Send as a gift')).toThrow()
    await leave()
  }
})

it('makes a profile picture item the picture of its owner', async () => {
  const page = await open({
    [ONE]: { payload: item({ type: 'pfp' }) },
    'PUT /api/v2/items/i1/profile-image': { payload: { profileImage: '/assets/cat.svg' } },
  })
  await page.click(page.named('Use as my picture'))
  expect(page.toast()).toBe('Your picture was changed.')
  await leave()
  const others = await open({ [ONE]: { payload: item({ type: 'pfp', owner: person('theo') }) } })
  expect(() => others.named('Use as my picture')).toThrow()
})

it('shows where the verification failed', async () => {
  const provenance = provenanceOf()
  const [, second] = provenance.links
  if (second) second.to = person('eve')
  const page = await open({ [CHAIN]: { payload: provenance } })
  expect(page.shown()).toContain('Verification failed at #2')
  expect(page.shown()).toContain('What you see differs from what was signed.')
})

it('shows items without an owner, and "not found"', async () => {
  const page = await open({ [ONE]: { payload: item({ owner: null }) } })
  expect(page.shown()).toContain('Owner: Witverse')
  await leave()
  const none = await renderItems(<ItemPage />, {
    path: '/item/i1',
    route: '/item/:id',
    answers: { [ONE]: problem(404, 'item_not_found') },
  })
  leave = none.unmount
  expect(none.shown()).toContain('Item not found')
})
