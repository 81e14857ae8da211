import { afterEach, expect, it } from 'vitest'
import { texts } from '../../../locales/profile'
import { member, renderShell } from '../../testing'
import { MediaTab } from './MediaTab'

const FILE = {
  fileId: 'f1',
  url: '/files/0190a1b2-0000-7000-8000-000000000001',
  state: 'ready',
  reason: null,
  reasonText: null,
  kind: 'image',
  mediaType: 'image/png',
  name: 'lake.png',
  bytes: 1536,
  width: 10,
  height: 10,
  createdAt: '2026-11-01T00:00:00Z',
  uses: [
    { plugin: 'kernel', reference: 'profile-image' },
    { plugin: 'worlds', reference: 'world:1' },
    { plugin: 'worlds', reference: 'world:2' },
    { plugin: 'x-0190a1b2', reference: 'photo:1' },
  ],
  useCount: 4,
}
const REFUSED = {
  ...FILE,
  fileId: 'f2',
  name: 'x.svg',
  state: 'refused',
  kind: null,
  reason: 'file_type_unsupported',
  reasonText: { ko: '올릴 수 없는 파일입니다.', en: 'This type is not supported.' },
}

const WORLDS = {
  id: 'worlds',
  name: { ko: '월드', en: 'Worlds' },
  ...{ version: '0', entry: '', integrity: {}, routes: [], slots: [] },
}

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(...items: object[]) {
  let left = items
  const payload = () => ({
    payload: {
      items: left,
      nextCursor: null,
      total: left.length,
      usedBytes: 1536,
      quotaBytes: 2 * 1024 ** 3,
    },
  })
  const page = await renderShell(<MediaTab />, [texts], {
    state: member(),
    boot: { plugins: [WORLDS] },
    answers: {
      'GET /api/files': payload,
      'DELETE /api/files/f1': () => {
        left = []
        return new Response(null, { status: 204 })
      },
    },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('lists files with their state and where they are used', async () => {
  const page = await open(FILE, REFUSED)
  expect(page.shown()).toContain('1.5 KB of 2 GB used')
  expect(page.shown()).toContain('Used in Profile picture, Worlds (2), A plugin of a world')
  expect(page.shown()).toContain('This type is not supported.')
})

it('deletes a file after a confirmation', async () => {
  const page = await open(FILE)
  await page.click(page.named('Delete: lake.png'))
  expect(page.shown()).toContain('Delete this file?')
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)
  await page.during(() => confirm?.click())
  await page.settle()
  expect(page.toast()).toBe('The file was deleted.')
  expect(page.shown()).toContain("You haven't uploaded any files yet.")
})
