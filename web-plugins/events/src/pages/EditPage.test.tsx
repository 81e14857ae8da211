import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { event, renderEvents } from '../testing/pages'
import EditPage from './EditPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const noteOf = (name: string) =>
  document.querySelector(`[name="${name}"]`)?.closest('.wv-field')?.querySelector('.wv-field-note')
    ?.textContent

it('shows what is missing or refused at its field', async () => {
  const language = { ko: '사용할 수 없는 단어가 있습니다.', en: "This contains a word that can't be used." }
  let calls = 0
  const page = await renderEvents(<EditPage />, {
    path: '/event/edit/e1',
    route: '/event/edit/:id',
    answers: {
      'GET /api/v3/events/e1': { payload: event({ isOwn: true }) },
      'PUT /api/v3/events/e1': () => {
        calls += 1
        return problem(422, 'validation_failed', {
          fields: [{ field: 'description', message: language.en, language }],
        })
      },
    },
  })
  leave = page.unmount
  await page.settle()
  await page.fill({ titleEn: ' ' })
  await page.click(page.named('Save'))
  await page.settle()
  expect([noteOf('titleEn'), calls]).toEqual(['Please double-check the required fields.', 0])
  await page.fill({ titleEn: 'Meetup' })
  await page.click(page.named('Save'))
  await page.settle()
  expect([noteOf('titleEn'), noteOf('descriptionKo'), calls]).toEqual(['', language.en, 1])
  expect(document.activeElement?.getAttribute('name')).toBe('descriptionKo')
  expect(page.toast()).toBeUndefined()
})

it('shows that the image was refused at the image', async () => {
  const language = { ko: '이미지를 찾을 수 없습니다.', en: 'The image was not found.' }
  const page = await renderEvents(<EditPage />, {
    path: '/event/edit/e1',
    route: '/event/edit/:id',
    answers: {
      'GET /api/v3/events/e1': { payload: event({ isOwn: true }) },
      'PUT /api/v3/events/e1': () => problem(404, 'file_not_found', { language }),
    },
  })
  leave = page.unmount
  await page.settle()
  await page.click(page.named('Save'))
  await page.settle()
  expect(document.querySelector('.wv-file-button')?.textContent).toContain(language.en)
  expect(document.activeElement?.closest('.wv-file-button')).not.toBeNull()
})
