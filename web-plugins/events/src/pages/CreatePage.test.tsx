import { afterEach, beforeEach, expect, it } from 'vitest'
import { NEW_DRAFT } from '../create/draft'
import { DRAFTS_MAX, draftSlot, draftsOf, keepDraft } from '../create/drafts'
import { renderEvents } from '../testing/pages'
import CreatePage from './CreatePage'

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

async function open(path: string) {
  const page = await renderEvents(<CreatePage />, { path })
  leave = page.unmount
  await page.settle()
  return page
}

const keep = (id: string, titleEn: string, savedAt: number) =>
  keepDraft(draftSlot('me', id), { ...NEW_DRAFT, titleEn }, savedAt)

const field = () => document.querySelector<HTMLInputElement>('input[name=titleEn]')

it('begins at once without drafts, and goes on after a reload', async () => {
  const page = await open('/event/create')
  expect(field()?.value).toBe('')
  await page.fill({ titleEn: 'Meetup' })
  const [draft] = draftsOf('me')
  expect(draft?.id).toMatch(/^[0-9a-f-]{36}$/)
  await page.unmount()
  await open(`/event/create?draft=${draft?.id}`)
  expect(field()?.value).toBe('Meetup')
})

it('lists drafts by their titles, continues one and deletes one', async () => {
  keep('a', 'First', 1_000)
  keep('b', '', 2_000)
  keepDraft(draftSlot('me', 'b'), { ...NEW_DRAFT, titleEn: ' ', duration: '90' }, 2_000)
  const page = await open('/event/create')
  const names = [...document.querySelectorAll('.wv-row strong')].map((one) => one.textContent)
  expect(names).toEqual(['Untitled', 'First'])
  await page.click(page.named('Delete: Untitled'))
  await page.click(document.querySelector('[role=dialog] button.is-danger'))
  await page.settle()
  expect(draftsOf('me').map(({ id }) => id)).toEqual(['a'])
  await page.click(page.named('Continue: First'))
  await page.settle()
  expect(field()?.value).toBe('First')
})

it('begins no further draft than the limit', async () => {
  for (let n = 0; n < DRAFTS_MAX; n += 1) keep(`d${n}`, `Draft ${n}`, n)
  const page = await open('/event/create?draft=another')
  expect(page.shown()).toContain('You have 10 drafts. Delete one to begin another.')
  expect(() => page.named('New event')).toThrow()
  expect(field()).toBeNull()
})
