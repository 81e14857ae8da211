import { afterEach, expect, it, vi } from 'vitest'
import type { Review } from '../api/types'
import { install, renderExtensions, review } from '../testing/pages'
import { ReviewDialog } from './ReviewDialog'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(change: Partial<Review>, answers: Record<string, unknown> = {}) {
  const page = await renderExtensions(
    <ReviewDialog worldId="w-agora" worldName="agora" review={review(change)} onClose={() => undefined} />,
    { answers },
  )
  leave = page.unmount
  await page.settle()
  return page
}

const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const PLUGINS = 'POST /api/v3/worlds/w-agora/plugins'
const tick = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)

const NEW = { ...review().publisher, agreedKeyId: null, isNew: true, worlds: 0, needsAgreement: true }

it('shows who publishes a plugin, and installs it only after the agreement to this key', async () => {
  const installed = vi.fn(() => ({ payload: install() }))
  const page = await open({ publisher: NEW }, { [PLUGINS]: installed })
  for (const part of ['acme is new in this world', '00c0ffee00c0ffee', 'Not reviewed by Witverse'])
    expect(dialog()).toContain(part)
  expect(page.named('Install')).toHaveProperty('disabled', true)
  expect(page.named('Try it first')).toHaveProperty('disabled', false)
  await page.click(tick('agreedKey'))
  await page.click(page.named('Install'))
  await page.settle()
  expect(installed).toHaveBeenCalledWith(
    expect.objectContaining({ package: 'd2', agreedKey: '00c0ffee00c0ffee' }),
    expect.anything(),
  )
})

it('warns of a new key of a known publisher', async () => {
  await open({
    installed: install(),
    publisher: { ...NEW, agreedKeyId: '0123456789abcdef', hasNewKey: true, isNew: false, worlds: 2 },
  })
  expect(dialog()).toContain('acme signs with a new key')
  expect(dialog()).toContain('0123456789abcdef')
})

it('applies an update on its first day only by an explicit choice', async () => {
  const upgraded = vi.fn(() => ({ payload: install() }))
  const page = await open(
    { installed: install(), restsUntil: '2026-11-27T03:00:00Z', isReviewed: true },
    { [`${PLUGINS}/x-aaaaaaaaaaaa/version`]: upgraded },
  )
  expect(dialog()).toContain('less than a day old')
  expect(dialog()).toContain('Reviewed by Witverse')
  expect(page.named('Update')).toHaveProperty('disabled', true)
  await page.click(tick('isEarly'))
  await page.click(page.named('Update'))
  await page.settle()
  expect(upgraded).toHaveBeenCalledWith(
    expect.objectContaining({ package: 'd2', isEarly: true }),
    expect.anything(),
  )
})

it('shows what was measured, and where the plugin appears', async () => {
  await open({
    slots: ['header.action', 'world.dashboard.tab'],
    measures: {
      worlds: 12,
      calls: 34_000,
      failures: 2,
      paidHundredths: 5_000,
      collectedHundredths: 0,
      cpuP95Ms: 4,
      uses: [{ key: 'users', calls: 1_200 }],
    },
  })
  for (const part of [
    '34,000',
    'up to 4 ms',
    '50 WIT',
    'nicknames 1,200×',
    'A button in the header',
    'dashboard',
  ])
    expect(dialog()).toContain(part)
  expect(dialog()).not.toContain('Paid by people')
})
