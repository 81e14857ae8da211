import { act } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import FramePage from '../pages/FramePage'
import { extension, renderExtensions } from '../testing/pages'

let leave = async () => undefined as unknown
afterEach(() => leave())

const FILE = 'GET /api/x/x-aaaaaaaaaaaa/-/files/drawing.png'
const CHARGES = 'POST /api/v3/worlds/agora/plugins/x-aaaaaaaaaaaa/charges'

const ITEM = '0190f3a0-0000-7000-8000-00000000000a'

const file = vi.fn(() => ({ payload: {} }))
const charge = vi.fn(() => ({ status: 201, payload: { id: 'charge-1', amount: 20 } }))
const ASKED = { by: 'escrow_asked', until: '2026-11-28T00:10:00.250Z' }
let lock: typeof ASKED | null = ASKED
const item = () => ({
  itemId: ITEM,
  name: { ko: '종이 등', en: 'Paper lantern' },
  edition: 7,
  collection: { collectionId: 'c', name: { ko: '등', en: 'Lanterns' } },
  thumbnailUrl: '/art/lantern.webp',
  lock,
})
const escrowed = vi.fn(({ agrees }: { install: string; agrees: boolean }) => ({
  payload: { ...item(), lock: agrees ? { by: 'escrow', until: '2026-12-01T00:00:00Z' } : null },
}))
/** What the answer to a yes waits for. */
let waiting: Promise<unknown> = Promise.resolve()
beforeEach(() => {
  lock = ASKED
  waiting = Promise.resolve()
  escrowed.mockClear()
})

/** The page of a plugin that may ask for 20 WIT at a time, and what its frame gets. */
async function open(maxCharge: number | null = 20) {
  const page = await renderExtensions(
    <Routes>
      <Route path="/:worldName/x/:plugin" element={<FramePage />} />
    </Routes>,
    {
      path: '/agora/x/acme.lamps',
      answers: {
        'GET /api/v3/worlds/agora/extensions': {
          payload: { frameHost: 'plugins.localhost', items: [extension({ maxCharge })] },
        },
        [FILE]: file,
        [CHARGES]: charge,
        'DELETE /api/x/x-aaaaaaaaaaaa/laps': new Response(null, { status: 204 }),
        [`GET /api/v2/items/${ITEM}`]: () => ({ payload: item() }),
        [`PUT /api/v2/items/${ITEM}/escrow`]: async (body: { install: string; agrees: boolean }) => {
          if (body.agrees) await waiting
          return escrowed(body)
        },
      },
    },
  )
  leave = page.unmount
  await page.settle()
  // Documents of frames are not loaded here.
  const frame = page.container.querySelector('iframe')
  if (!frame) throw new Error('there is no frame')
  const sent = vi.fn()
  const inside = { postMessage: sent } as unknown as Window
  Object.defineProperty(frame, 'contentWindow', { value: inside })
  const say = async (data: object, source: Window = inside) => {
    await act(async () => window.dispatchEvent(new MessageEvent('message', { source, data })))
    await page.settle()
  }
  const pay = (amount: number) => say({ witverse: 1, type: 'pay', id: 7, amount, reason: 'A second life' })
  const answers = () => sent.mock.calls.map(([message]) => message).filter(({ type }) => type === 'answer')
  /** The last answer to the frame. */
  const answer = () => answers().at(-1)
  return { page, inside, say, pay, answer, answers }
}

it('asks the person in a dialog of its own, and gives the page the charge', async () => {
  const { page, pay, answer } = await open()
  await pay(20)
  expect(document.body.textContent).toContain('Pay WIT to Find the lamp?')
  expect(document.body.textContent).toContain('A second life')
  expect(answer()).toBeUndefined()
  const yes = page.named('Pay 20 WIT') as HTMLButtonElement
  // A tap that was meant for the page.
  expect(yes.disabled).toBe(true)
  await page.click(yes)
  expect(charge).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(yes.disabled).toBe(false), { timeout: 5_000 })
  await page.click(yes)
  expect(charge).toHaveBeenCalledOnce()
  expect(answer()).toMatchObject({ id: 7, ok: true, payload: { charge: 'charge-1' } })
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('lets a page ask no more after three refusals in a row', async () => {
  const { page, pay, answer } = await open()
  for (let refusal = 0; refusal < 3; refusal += 1) {
    await pay(5)
    await page.click(page.named('Cancel'))
    expect(answer()).toMatchObject({ ok: false, error: { code: 'payment_declined' } })
  }
  await pay(5)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(answer()).toMatchObject({ ok: false, error: { code: 'too_many_requests' } })
})

it('asks for nothing that the operator does not allow', async () => {
  const { pay, answer } = await open()
  await pay(21)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(answer()).toMatchObject({ ok: false, error: { code: 'plugin_charges_not_allowed' } })
})

it('takes no consent from a page, nor a payment from another window', async () => {
  const { page, say, pay, answer } = await open()
  // What a page could send after it has drawn a dialog of its own.
  for (const type of ['confirm', 'paid', 'answer', 'charge']) {
    await say({ witverse: 1, type, id: 7, ok: true, amount: 20, payload: { charge: 'charge-1' } })
  }
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(answer()).toBeUndefined()
  await say({ witverse: 1, type: 'pay', id: 7, amount: 20, reason: 'A second life' }, window)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  // While the real dialog is open, the page cannot answer it.
  await pay(20)
  await say({ witverse: 1, type: 'confirm', id: 7, ok: true })
  expect(answer()).toBeUndefined()
  await page.click(page.named('Cancel'))
  expect(answer()).toMatchObject({ ok: false, error: { code: 'payment_declined' } })
})

const asksForItem = { witverse: 1, type: 'escrow', id: 8, itemId: ITEM, durationMinutes: 60 }

it('asks for an item in a dialog of its own, and says until when', async () => {
  const { page, say, answer } = await open()
  await say(asksForItem)
  expect(document.body.textContent).toContain('Hand this item over to Find the lamp?')
  expect(document.body.textContent).toContain('Paper lantern #7')
  expect(document.body.textContent).toContain('after 1 hour')
  await say({ witverse: 1, type: 'confirm', id: 8, ok: true })
  expect(answer()).toBeUndefined()
  const yes = page.named('Hand over') as HTMLButtonElement
  await page.click(yes)
  expect(escrowed).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(yes.disabled).toBe(false), { timeout: 5_000 })
  await page.click(yes)
  expect(escrowed).toHaveBeenCalledOnce()
  expect(escrowed.mock.lastCall?.[0]).toEqual({
    install: 'x-aaaaaaaaaaaa',
    agrees: true,
    askedUntil: ASKED.until,
    durationMinutes: 60,
  })
  expect(answer()).toMatchObject({ id: 8, ok: true, payload: { until: '2026-12-01T00:00:00Z' } })
})

it('frees an item that the person keeps, and asks no more after three refusals', async () => {
  const { page, say, answer } = await open()
  for (let refusal = 0; refusal < 3; refusal += 1) {
    await say(asksForItem)
    await page.click(page.named('Cancel'))
    expect(answer()).toMatchObject({ ok: false, error: { code: 'escrow_declined' } })
    expect(escrowed.mock.lastCall?.[0]).toEqual({ install: 'x-aaaaaaaaaaaa', agrees: false })
  }
  await say(asksForItem)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(answer()).toMatchObject({ ok: false, error: { code: 'too_many_requests' } })
})

it('lets nobody agree to an item that the plugin has not asked for', async () => {
  lock = null
  const { page, say } = await open()
  await say(asksForItem)
  expect(document.body.textContent).toContain('The plugin no longer asks for this item.')
  const yes = page.named('Hand over') as HTMLButtonElement
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  await page.settle()
  expect(yes.disabled).toBe(true)
  await page.click(page.named('Cancel'))
  expect(escrowed.mock.calls.map(([{ agrees }]) => agrees)).toEqual([false])
})

it('tells the page the truth if a yes has arrived before the no', async () => {
  const { page, say, answer } = await open()
  await say(asksForItem)
  const yes = page.named('Hand over') as HTMLButtonElement
  await vi.waitFor(() => expect(yes.disabled).toBe(false), { timeout: 5_000 })
  let lose: (why: Error) => void = () => undefined
  const lost = new Promise<never>((_, reject) => {
    lose = reject
  })
  waiting = lost
  await act(async () => yes.click())
  // The yes is in the database; its answer is not here yet.
  const lock = { by: 'escrow', until: '2026-12-01T00:00:00Z' }
  escrowed.mockImplementationOnce(() => ({ payload: { ...item(), lock } }))
  await page.click(page.named('Cancel'))
  expect(answer()).toMatchObject({ ok: true, payload: { until: lock.until } })
  lose(new Error('lost'))
  await page.settle()
})

it('begins each question anew, whatever id the page gives it', async () => {
  const { page, say } = await open()
  await say(asksForItem)
  const first = page.named('Hand over') as HTMLButtonElement
  await vi.waitFor(() => expect(first.disabled).toBe(false), { timeout: 5_000 })
  await page.click(page.named('Cancel'))
  await say(asksForItem)
  expect((page.named('Hand over') as HTMLButtonElement).disabled).toBe(true)
})

it('ends a page that floods the shell with messages', async () => {
  const { page, inside } = await open()
  await act(async () => {
    for (let n = 0; n < 2_000; n += 1) {
      window.dispatchEvent(
        new MessageEvent('message', { source: inside, data: { witverse: 1, type: 'pong' } }),
      )
    }
  })
  await page.settle()
  expect(page.container.querySelector('iframe')).toBeNull()
  expect(page.shown()).toContain('It sent too many messages.')
})

it('ends a page that leaves its document, and loads it again', async () => {
  const { page, say } = await open()
  await say({ witverse: 1, type: 'ready' })
  expect(page.container.querySelector('iframe')).not.toBeNull()
  await say({ witverse: 1, type: 'left' })
  expect(page.container.querySelector('iframe')).toBeNull()
  expect(page.shown()).toContain('It tried to open another page inside its frame.')
  await page.click(page.named('Load again'))
  expect(page.container.querySelector('iframe')).not.toBeNull()
})

it('tells a page that makes too many calls why they fail', async () => {
  const { page, inside, answers } = await open()
  const data = { witverse: 1, type: 'call', id: 1, method: 'GET', path: '/lamps' }
  await act(async () => {
    for (let n = 0; n < 100; n += 1)
      window.dispatchEvent(new MessageEvent('message', { source: inside, data }))
  })
  await page.settle()
  const refused = answers().filter(({ error }) => error?.code === 'too_many_requests')
  expect(refused[0]?.error.message).toBe('Too many requests at once. Try again in a moment.')
})

it('reads a file of the plugin for the page, and nothing else', async () => {
  const { say, answer } = await open()
  const ask = (name: string) => say({ witverse: 1, type: 'file', id: 9, name })
  await ask('../../wallet')
  expect(answer()).toMatchObject({ ok: false, error: { status: 422 } })
  expect(file).not.toHaveBeenCalled()
  await ask('drawing.png')
  expect(file).toHaveBeenCalledOnce()
  expect(answer()).toMatchObject({ id: 9, ok: true })
  expect(answer().payload).toBeInstanceOf(Blob)
})

it('answers each request, also one that it cannot read and one whose answer has no content', async () => {
  const { say, answer } = await open()
  await say({ witverse: 1, type: 'call', id: 9, method: 'GET', path: 'laps' })
  expect(answer()).toMatchObject({ id: 9, ok: false, error: { status: 422, code: 'validation_failed' } })
  await say({ witverse: 1, type: 'call', id: 10, method: 'DELETE', path: '/laps' })
  expect(answer()).toEqual({ witverse: 1, type: 'answer', id: 10, ok: true, payload: undefined })
})

it('passes Escape on from the page, and lets the next Tab leave the frame', async () => {
  const { page, say } = await open()
  const frame = page.container.querySelector('iframe') as HTMLIFrameElement
  const pressed = vi.fn()
  document.addEventListener('keydown', ({ key }) => pressed(key), { once: true, capture: true })
  frame.tabIndex = 0
  frame.focus()
  await say({ witverse: 1, type: 'escape' })
  expect(pressed).toHaveBeenCalledWith('Escape')
  expect(document.activeElement).not.toBe(frame)
})

it('does not stop a page because the device was asleep', async () => {
  const { page, say } = await open()
  await say({ witverse: 1, type: 'ready' })
  const now = vi.spyOn(performance, 'now')
  now.mockImplementation(() => 3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 3_200))
  await page.settle()
  expect(page.container.querySelector('iframe')).not.toBeNull()
  now.mockRestore()
}, 10_000)
