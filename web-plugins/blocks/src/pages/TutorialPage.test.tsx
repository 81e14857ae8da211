import { renderPlugin } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { isTutorialDone, saveProgress } from '../tutorial/progress'
// Loaded by the page itself; here in advance, so that no wait includes its compilation.
import './RoomPage'
import TutorialPage from './TutorialPage'

let leave = async () => undefined as unknown
afterEach(async () => {
  await leave()
  localStorage.clear()
})

async function open(path = '/block/tutorial', visitor = true) {
  const page = await renderPlugin(
    <Routes>
      <Route path="/block/tutorial" element={<TutorialPage />} />
    </Routes>,
    {
      ...{ id: 'blocks', texts: { ko, en }, path, visitor, answers: {} },
      state: { language: 'en' as const },
    },
  )
  leave = page.unmount
  return page
}

it('teaches without WebGL, an account or a server: chat, emoji and the door', async () => {
  saveProgress('chat')
  const page = await open()
  await page.until(() => page.shown().includes('Say something'))
  await page.until(() => page.shown().includes('2 people here'))
  expect(page.shown()).toContain('A closed door')
  await page.fill({ say: 'hello' })
  await page.during(() => page.container.querySelector<HTMLFormElement>('.bl-say')?.requestSubmit())
  await page.until(() => page.shown().includes('Send an emoji'))
  expect(page.shown()).toContain('Nice to meet you!')
  await page.click(page.named('Love'))
  await page.until(() => page.shown().includes('Go through the door'))
  await page.click(page.named('Go in'))
  await page.until(() => page.shown().includes('You are ready for blocks'))
  expect(isTutorialDone()).toBe(true)
})

it('continues where one left, and lets one skip a step', async () => {
  saveProgress('sit')
  const page = await open()
  await page.until(() => page.shown().includes('Step 3 of 6'))
  await page.click(page.named('Skip this step'))
  await page.until(() => page.shown().includes('Step 4 of 6'))
  expect(isTutorialDone()).toBe(false)
})

it('can be skipped as a whole, and says what is next', async () => {
  const page = await open()
  await page.until(() => page.shown().includes('Step 1 of 6'))
  await page.click(page.named('Skip the tutorial'))
  await page.until(() => page.shown().includes('You are ready for blocks'))
  expect(isTutorialDone()).toBe(true)
  await page.click(page.named('Sign up'))
  expect(page.modal()?.id).toBe('sign-up')
  await page.click(page.named('Play again'))
  await page.until(() => page.shown().includes('Step 1 of 6'))
})
