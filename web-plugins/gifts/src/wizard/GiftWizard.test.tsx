import type { GiftWizardData } from '@witverse/sdk'
import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { gift, renderGifts, wallet } from '../testing/pages'
import GiftWizard from './GiftWizard'

let leave = async () => undefined as unknown
afterEach(() => leave())

const THEO: GiftWizardData = { friendId: 'u-theo', friendName: 'theo', friendImage: null }

async function open(
  answers: Record<string, unknown> = {},
  data: GiftWizardData | null = null,
  options: Parameters<typeof renderGifts>[1] = {},
) {
  const close = vi.fn()
  const page = await renderGifts(<GiftWizard data={data} close={close} />, { ...options, answers })
  leave = page.unmount
  const tick = (selector: string) => page.click(document.querySelector(selector))
  return {
    ...page,
    close,
    tick,
    /** Clicks the control whose name begins with this text. */
    press: (text: string) =>
      page.click(
        [...document.querySelectorAll('button')].find((one) => one.textContent?.trim().startsWith(text)) ??
          null,
      ),
    confirmAndSend: async () => {
      await tick('[name=confirmed]')
      await page.click(document.querySelector('[type=submit]'))
      await page.settle()
    },
  }
}

/** Opens the wizard at the amount, for theo. */
async function atWit(answers: Record<string, unknown> = {}) {
  const page = await open(answers, THEO)
  await page.press('WIT')
  await page.settle()
  return page
}

it('asks visitors to log in and members without a nickname to choose one', async () => {
  const visitor = await open({}, null, { visitor: true })
  await visitor.press('Log in')
  expect(visitor.modal()?.id).toBe('sign-in')
})

it('sends WIT step by step', async () => {
  const send = vi.fn(() => Response.json({ payload: gift({ direction: 'sent' }) }, { status: 201 }))
  const page = await open({ 'POST /api/v2/gift/create': send })
  expect(page.shown()).toContain('What would you like to send?')
  await page.press('WIT')
  await page.settle()
  expect(page.shown()).toContain('Who is it for?')
  await page.press('T') // the avatar's letter and the name: theo
  await page.settle()
  expect(page.shown()).toContain('For theo')
  expect(page.shown()).toContain('500.50 WIT available ($5.01)')
  await page.fill({ wit: '120.75' })
  expect(document.querySelector<HTMLInputElement>('[name=wit]')?.value).toBe('120')
  expect(page.shown()).toContain('≈ $1.20')
  await page.fill({ wit: '99999' })
  expect(document.querySelector<HTMLInputElement>('[name=wit]')?.value).toBe('500')
  await page.press('100')
  await page.fill({ message: '  Happy birthday!  ' })
  expect(page.shown()).toContain('185 characters left')
  await page.confirmAndSend()
  expect(send).toHaveBeenCalledWith(
    {
      airdropTargetData: 100,
      airdropTargetType: 'wit',
      fee: 0,
      message: 'Happy birthday!',
      userId: 'u-theo',
    },
    expect.anything(),
  )
  expect(page.shown()).toContain('Gift sent')
  expect(page.shown()).toContain('theo has been notified.')
  await page.press('Done')
  expect(page.close).toHaveBeenCalled()
})

it('does not send without an amount or the confirmation', async () => {
  const send = vi.fn()
  const page = await atWit({ 'POST /api/v2/gift/create': send })
  await page.click(document.querySelector('[type=submit]'))
  await page.settle()
  expect(page.shown()).toContain('Please enter an amount.')
  expect(page.shown()).toContain('Please confirm first.')
  await page.fill({ wit: '0' })
  expect(page.shown()).toContain('Send at least 1 WIT.')
  await page.fill({ wit: '10', message: 'x'.repeat(203) })
  await page.confirmAndSend()
  expect(page.shown()).toContain('Up to 200 characters: 3 too many.')
  expect(send).not.toHaveBeenCalled()
})

it('sends once on repeated clicks', async () => {
  const send = vi.fn(() => new Promise(() => undefined))
  const page = await atWit({ 'POST /api/v2/gift/create': send })
  await page.fill({ wit: '10' })
  await page.tick('[name=confirmed]')
  const form = document.querySelector<HTMLFormElement>('form')
  await page.during(() => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await page.settle()
  expect(send).toHaveBeenCalledTimes(1)
})

it('leads a member without WIT to the charge page', async () => {
  const page = await atWit({ 'GET /api/v2/wallet': wallet(0) })
  expect(page.shown()).toContain('Not enough WIT in possession.')
  await page.press('Top up WIT')
  expect(page.modal()?.id).toBe('not-enough-wit')
})

it('opens the dialog if the balance became too low meanwhile', async () => {
  const page = await atWit({ 'POST /api/v2/gift/create': problem(409, 'insufficient_wit') })
  await page.fill({ wit: '300' })
  await page.confirmAndSend()
  expect(page.modal()).toEqual({ id: 'not-enough-wit', data: { neededHundredths: 30_000 } })
})

it('resumes a gift after the sender bought WIT', async () => {
  const without = await atWit({ 'GET /api/v2/wallet': wallet(0) })
  await without.fill({ message: 'Happy birthday!' })
  await without.press('Top up WIT')
  await without.unmount()
  const send = vi.fn(() => Response.json({ payload: gift({ direction: 'sent' }) }, { status: 201 }))
  const page = await open({ 'POST /api/v2/gift/create': send })
  expect(page.shown()).toContain('For theo')
  expect(document.querySelector<HTMLTextAreaElement>('[name=message]')?.value).toBe('Happy birthday!')
  await page.fill({ wit: '10' })
  await page.confirmAndSend()
  expect(page.shown()).toContain('Gift sent')
})

it.each([
  ['gift_not_friends', 403, '.gf-alert'],
  ['gift_self', 422, '.gf-alert'],
  ['user_not_found', 404, '.gf-alert'],
  ['wallet_frozen', 409, '.gf-alert'],
  ['gift_amount_invalid', 422, '.gf-wit .is-error'],
  ['gift_message_too_long', 422, '.wv-field-note.is-error'],
])('shows the error %s (%i) at its field', async (code, status, place) => {
  const page = await atWit({ 'POST /api/v2/gift/create': problem(status, code) })
  await page.fill({ wit: '10' })
  await page.confirmAndSend()
  expect(document.querySelector(place)?.textContent).toBe(code)
})

it('sends an item that the member chose', async () => {
  const send = vi.fn(() => ({ payload: gift({ direction: 'sent' }) }))
  const page = await open({ 'POST /api/v2/gift/create': send }, THEO)
  await page.press('Item')
  await page.settle()
  await page.confirmAndSend()
  expect(page.shown()).toContain('Please choose an item.')
  await page.tick('[name=item][value=i2]')
  await page.click(document.querySelector('[type=submit]'))
  await page.settle()
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ airdropTargetData: 'i2', airdropTargetType: 'item' }),
    expect.anything(),
  )
  expect(page.shown()).toContain('Crane')
})

it.each([
  ['already_rock_item', 'already rock item'],
  ['used_item', 'used item'],
])('shows the no-gifts dialog for %s', async (code, en) => {
  const refusal = problem(409, code, { language: { ko: '', en } })
  const page = await open({ 'POST /api/v2/gift/create': refusal }, THEO)
  await page.press('Item')
  await page.settle()
  await page.tick('[name=item][value=i1]')
  await page.confirmAndSend()
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(en)
  await page.press('Choose another gift')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(document.querySelector<HTMLInputElement>('[name=item]:checked')).toBeNull()
})

it('starts with the item that it was opened with', async () => {
  const item = {
    itemId: 'i9',
    name: { ko: '고양이', en: 'Moon cat' },
    thumbnailUrl: '/cat.svg',
    collection: { collectionId: 'c', name: { ko: '밤', en: 'Night animals' } },
  }
  const page = await open({ 'GET /api/v2/items/i9': { payload: item } }, { ...THEO, itemId: 'i9' })
  expect(page.shown()).toContain('Moon cat')
  expect(page.shown()).not.toContain('Back')
})

it('shows empty states without items and without friends', async () => {
  const page = await open(
    {
      'GET /api/item/inventory/craft/gift/item': list(),
      'POST /api/v2/gift/user/search': { payload: { items: [] } },
    },
    THEO,
  )
  await page.press('Item')
  await page.settle()
  expect(page.shown()).toContain("You don't have an item you can send right now.")
  await page.press('Change')
  await page.settle()
  expect(page.shown()).toContain('Add a friend first')
})

it('searches friends after a delay', async () => {
  const search = vi.fn((body: unknown) => {
    const { searchData } = body as { searchData: string }
    const all = [person('theo'), person('sora')]
    return { payload: { items: all.filter(({ nickname }) => nickname.startsWith(searchData)) } }
  })
  const page = await open({ 'POST /api/v2/gift/user/search': search })
  await page.press('WIT')
  await page.settle()
  await page.fill({ friend: 'So' })
  expect(search).toHaveBeenCalledTimes(1)
  await page.until(() => search.mock.calls.length === 2)
  await page.settle()
  expect(document.querySelectorAll('.gf-friend')).toHaveLength(1)
  const field = document.querySelector<HTMLInputElement>('[name=friend]')
  field?.focus()
  await page.during(() =>
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })),
  )
  expect(document.activeElement?.className).toBe('gf-friend')
})
