import { person, problem, renderPlugin } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import BlockPage from './BlockPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const picture = (name: string) => ({ fileId: name, url: `/files/${name}.webp`, width: 1600, height: 900 })
const BLOCK = {
  ...{ blockId: 'b1', blockName: 'garden', worldName: 'agora', worldId: 'w1', type: 'social' },
  title: { ko: '등불 정원', en: 'Lantern garden' },
  description: { ko: '쉬어 가세요.', en: 'Rest a while.' },
  ...{ state: 'complete', access: 'everybody', template: 'empty', isMain: false, canManage: false },
  maker: person('mina'),
  thumbnails: [picture('one'), picture('two')],
  ...{ createdAt: '2026-11-01T00:00:00Z', publishedAt: '2026-11-02T00:00:00Z' },
}
const ENTRY = { allowed: true, code: null, message: null, remedy: null }
const VIEW = 'GET /api/v3/blocks/b1'
const ASK = 'GET /api/v3/blocks/b1/entry'

async function open(answers: Record<string, unknown> = {}) {
  const page = await renderPlugin(
    <Routes>
      <Route path="/block/:id" element={<BlockPage />} />
    </Routes>,
    {
      ...{ id: 'blocks', texts: { ko, en }, path: '/block/b1', state: { language: 'en' as const } },
      answers: { [VIEW]: { payload: BLOCK }, [ASK]: { payload: ENTRY }, ...answers },
    },
  )
  leave = page.unmount
  return page
}

it('shows the pictures, the description and the maker, and the way in', async () => {
  const page = await open()
  expect(page.shown()).toContain('Lantern garden')
  expect(page.shown()).toContain('Rest a while.')
  expect(page.named('mina').getAttribute('href')).toBe('/user/u-mina')
  expect(page.named('Enter').getAttribute('href')).toBe('/agora/garden')
  const pictures = [...page.container.querySelectorAll('.bl-gallery button')]
  expect(pictures).toHaveLength(2)
  expect(pictures[0]?.getAttribute('aria-label')).toContain('Picture 1 of 2: Lantern garden')
  expect(page.container.querySelector('a[href="/agora/setting/b1"]')).toBeNull()
})

it('keeps the comments from people who may not enter, and says what would let them in', async () => {
  const message = { ko: '로그인해 주세요.', en: 'Log in to enter.' }
  const page = await open({
    [ASK]: { payload: { ...ENTRY, allowed: false, code: 'block_login_required', message, remedy: 'logIn' } },
  })
  await page.until(() => page.shown().includes('Only people who can enter this block'))
  expect(page.shown()).toContain('Log in to enter.')
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('says that a draft is in the making, without comments', async () => {
  const draft = { ...BLOCK, state: 'assembling', canManage: true, publishedAt: null, thumbnails: [] }
  const page = await open({ [VIEW]: { payload: draft } })
  expect(page.shown()).toContain('In the making')
  expect(page.named('Edit block').getAttribute('href')).toBe('/agora/setting/b1')
})

it('has a screen for each block that cannot be shown', async () => {
  for (const [answer, text] of [
    [problem(404, 'block_not_found'), 'Block not found'],
    [problem(403, 'world_members_only'), 'You can’t enter this block'],
  ] as const) {
    const page = await open({ [VIEW]: answer })
    await page.until(() => page.shown().includes(text))
    await page.unmount()
  }
  leave = async () => undefined
})
