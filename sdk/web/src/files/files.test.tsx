import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { problem, renderPage } from '../testing'
import { FileImage, FileUpload, ImageUpload, type UploadedFile } from '.'

const URL = '/files/0190a1b2-0000-7000-8000-000000000001'
let leave = async () => undefined as unknown
afterEach(() => {
  localStorage.clear()
  return leave()
})

async function open(page: React.ReactNode, answers: Record<string, unknown> = {}) {
  const rendered = await renderPage(page, { answers })
  leave = rendered.unmount
  const choose = (...files: File[]) =>
    rendered.during(() => {
      const input = rendered.container.querySelector<HTMLInputElement>('input[type=file]')
      Object.defineProperty(input, 'files', { configurable: true, value: files })
      input?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  return { ...rendered, choose }
}

const file = (name: string) => new File(['11'], name, { type: 'image/png' })

const answersOf = (patch: () => unknown) => ({
  'POST /api/files': { payload: { fileId: 'f1' } },
  'HEAD /api/files/f1': new Response(null, { status: 204, headers: { 'upload-offset': '0' } }),
  'PATCH /api/files/f1': patch,
  'GET /api/files/f1': { payload: { fileId: 'f1', name: 'a.png', url: URL, state: 'ready', kind: 'image' } },
  'DELETE /api/files/f1': new Response(null, { status: 204 }),
})

const stored = () => Response.json({ payload: {} }, { headers: { 'upload-offset': '2' } })

function One() {
  const [value, setValue] = useState<UploadedFile | null>(null)
  const shown = value && { url: value.url, width: 300, height: 200, ready: true }
  return <ImageUpload value={shown} label="Cover" onChange={setValue} />
}

it('uploads an image, shows and removes it', async () => {
  const page = await open(<One />, answersOf(stored))
  await page.choose(file('a.png'))
  await page.until(() => page.container.querySelector('img') !== null)
  const image = page.container.querySelector('img')
  expect(image?.getAttribute('src')).toBe(`${URL}/768.webp`)
  expect(image?.getAttribute('srcset')).toContain(`${URL}/256.webp 256w, ${URL}/384.webp 300w`)
  await page.click(page.named('Remove image'))
  expect(page.container.querySelector('img')).toBeNull()
})

it('shows why a file was refused, and cancels', async () => {
  const text = { ko: '이미지 파일을 선택해 주세요.', en: 'Please choose an image.' }
  const page = await open(
    <One />,
    answersOf(() => problem(422, 'file_no_image', { language: text })),
  )
  await page.choose(file('a.png'))
  await page.until(() => page.shown().includes(text.en))
  await page.click(page.named('Cancel the upload of a.png'))
  expect(page.shown()).not.toContain(text.en)
})

function Many() {
  const [value, setValue] = useState<UploadedFile[]>([])
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <FileUpload value={value} onChange={setValue} onBusy={setBusy} max={2} />
      <button type="button" disabled={isBusy}>
        Send
      </button>
    </>
  )
}

it('takes no more files than the maximum', async () => {
  const page = await open(
    <Many />,
    answersOf(() => new Promise(() => undefined)),
  )
  await page.choose(file('a.png'), file('b.png'), file('c.png'))
  expect(page.container.querySelectorAll('.wv-file-list > li').length).toBe(2)
  expect(page.shown()).toContain('max 2 files')
  expect(page.named('Choose files').hasAttribute('disabled')).toBe(true)
})

it('reports whether files are being uploaded', async () => {
  let finish: ((answer: Response) => void) | undefined
  const patch = () =>
    new Promise<Response>((resolve) => {
      finish = resolve
    })
  const page = await open(<Many />, answersOf(patch))
  const isDisabled = () => page.named('Send').hasAttribute('disabled')
  expect(isDisabled()).toBe(false)
  await page.choose(file('a.png'))
  expect(isDisabled()).toBe(true)
  await page.until(() => finish !== undefined)
  await page.during(() => finish?.(stored()))
  await page.until(() => page.container.querySelectorAll('.wv-upload').length === 0)
  expect(isDisabled()).toBe(false)
})

it('loads an image from the platform if the CDN fails', async () => {
  const shown = { url: `https://cdn.example${URL}`, width: 900, height: 600, ready: true }
  const page = await open(<FileImage file={shown} alt="A lake" sizes="384px" />)
  const image = () => page.container.querySelector('img')
  expect(image()?.src).toBe(`https://cdn.example${URL}/768.webp`)
  await page.during(() => image()?.dispatchEvent(new Event('error')))
  expect(image()?.getAttribute('src')).toBe(`${URL}/768.webp`)
  await page.during(() => image()?.dispatchEvent(new Event('error')))
  expect(image()).toBeNull()
  expect(page.container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('A lake')
})
