import { list, renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import HomePage from './HomePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows the sections of other plugins below the worlds', async () => {
  const page = await renderPlugin(<HomePage />, {
    id: 'worlds',
    texts: { ko, en },
    answers: { 'GET /api/v3/worlds': list() },
    slots: { 'home.section': <section>Three events</section> },
  })
  leave = page.unmount
  expect(page.container.querySelector('.w-home')?.lastElementChild?.textContent).toBe('Three events')
})
