import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { announcement, renderCommunity, worldAnswer } from '../testing/pages'
import CreateAnnouncementPage from './CreateAnnouncementPage'
import EditAnnouncementPage from './EditAnnouncementPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown> = {}) {
  const page = await renderCommunity(
    <Routes>
      <Route path="/:worldName/announcement/create" element={<CreateAnnouncementPage />} />
      <Route path="/:worldName/announcement/edit/:id" element={<EditAnnouncementPage />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    { path, answers: { 'GET /api/v2/worlds/mInfo': worldAnswer({ isAdmin: true }), ...answers } },
  )
  leave = page.unmount
  return page
}

const FORM = '.cm-announce'

it('requires both languages', async () => {
  const create = vi.fn(() => ({ payload: announcement('News') }))
  const page = await open('/agora/announcement/create', {
    'POST /api/v2/world/announcements/agora': create,
  })
  const submit = () => page.during(() => page.container.querySelector<HTMLFormElement>(FORM)?.requestSubmit())
  await page.fill({ 'title.ko': '소식', 'content.ko': '내용' })
  await submit()
  expect(page.shown()).toContain('please double-check the required fields')
  expect(create).not.toHaveBeenCalled()
  await page.fill({ 'title.en': 'News', 'content.en': 'Text' })
  await submit()
  await page.settle()
  expect(create).toHaveBeenCalledWith(
    { title: { ko: '소식', en: 'News' }, content: { ko: '내용', en: 'Text' } },
    expect.anything(),
  )
  expect(page.place.path).toBe('/agora/post')
})

it('edits an announcement', async () => {
  const edit = vi.fn(() => ({ payload: announcement('Changed') }))
  const page = await open('/agora/announcement/edit/a1', {
    'GET /api/v2/world/announcements/agora/a1': { payload: announcement('News') },
    'PUT /api/v2/world/announcements/agora/a1': edit,
  })
  await page.fill({ 'title.en': 'Changed' })
  await page.during(() => page.container.querySelector<HTMLFormElement>(FORM)?.requestSubmit())
  await page.settle()
  expect(edit).toHaveBeenCalledWith(
    { title: { ko: 'News', en: 'Changed' }, content: { ko: 'News 내용', en: 'News text' } },
    expect.anything(),
  )
})

it('is for administrators', async () => {
  const page = await open('/agora/announcement/create', { 'GET /api/v2/worlds/mInfo': worldAnswer() })
  expect(page.shown()).toContain('Only administrators can write announcements')
})
