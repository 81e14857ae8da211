import { keysOf, problem, renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Note } from './api'
import { en } from './locales/en'
import { ko } from './locales/ko'
import NotePage from './NotePage'

const MINE = '/api/v3/{{id}}/mine'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown>, visitor = false) {
  const page = await renderPlugin(<NotePage />, { id: '{{id}}', texts: { ko, en }, answers, visitor })
  leave = page.unmount
  return page
}

it('asks visitors to log in', async () => {
  const page = await open({}, true)
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('begins with an empty note, saves a text and shows it', async () => {
  const sent: unknown[] = []
  const page = await open({
    [`GET ${MINE}`]: { payload: { text: '' } satisfies Note },
    [`PUT ${MINE}`]: (note: unknown) => {
      sent.push(note)
      return { payload: note }
    },
  })
  expect(page.shown()).toContain(en.empty.title)
  await page.click(page.named(en.write))
  await page.fill({ text: 'Buy paper' })
  await page.click(page.named(en.save))
  await page.until(() => page.toast() === en.saved)
  expect(sent).toEqual([{ text: 'Buy paper' }])
  expect(page.shown()).toContain('Buy paper')
})

it('sends no text that is too long', async () => {
  const page = await open({ [`GET ${MINE}`]: { payload: { text: 'a' } satisfies Note } })
  await page.click(page.named(en.edit))
  await page.fill({ text: 'a'.repeat(2_001) })
  await page.click(page.named(en.save))
  await page.until(() => page.shown().includes(en.tooLong))
})

it('offers another try after an error', async () => {
  const page = await open({ [`GET ${MINE}`]: problem(503, 'unavailable') })
  expect(page.shown()).toContain('Try again')
})

it('has the same texts in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))
