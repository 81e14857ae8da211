import { list, problem, renderPlugin } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { FetchAgain } from '../testing/FetchAgain'
import SettingPage from './SettingPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const BLOCK = {
  payload: {
    ...{ blockId: 'b1', blockName: 'garden', worldName: 'agora', type: 'social', state: 'complete' },
    ...{ title: { ko: '등불 정원', en: 'Lantern garden' }, description: { ko: '', en: '' } },
    ...{ canManage: true, access: { kind: 'everyone' }, game: null, chat: true, slowModeSeconds: 0 },
  },
}
const VERSION = {
  payload: {
    ...{ version: 3, doors: [], models: [], items: [] },
    scene: {
      ...{ format: 1, seed: 3, size: 20, spawnPoints: [], seats: [], objects: [], links: [], lights: [] },
      ground: { kind: 'grass', colour: '#5d9a63' },
      sky: { hue: 250, hour: null },
    },
  },
}
const VIEW = 'GET /api/v3/blocks/b1'

async function open(answers: Record<string, unknown>) {
  const page = await renderPlugin(
    <>
      <FetchAgain />
      <Routes>
        <Route path="/:worldName/setting/:blockId" element={<SettingPage />} />
      </Routes>
    </>,
    {
      ...{ id: 'blocks', texts: { ko, en }, path: '/agora/setting/b1' },
      answers: {
        'GET /api/v3/blocks/b1/versions/latest': VERSION,
        'GET /api/v3/blocks/b1/versions': list(),
        ...answers,
      },
    },
  )
  leave = page.unmount
  return page
}

it('keeps the editor and its undo history when the block cannot be fetched again', async () => {
  let answer: object = BLOCK
  const page = await open({ [VIEW]: () => answer })
  await page.until(() => page.container.querySelector('.bl-editor-bar') !== null)
  const bar = page.container.querySelector('.bl-editor-bar')
  answer = problem(503, 'unavailable')
  await page.click(page.named('Fetch again'))
  await page.settle()
  expect(page.shown()).toContain('Could not refresh.')
  // The same element: the editor was not mounted again.
  expect(page.container.querySelector('.bl-editor-bar')).toBe(bar)
})
