// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createTestHost, problem } from '../testing'
import { fingerprint, recall, remember } from './remembered'
import { type SendingPhase, uploadFile } from './upload'

const PATH = '/api/files/f1'
/** Text of digits, so that each part is JSON for the mocked network. */
const digits = (bytes: number) =>
  new File(['1'.repeat(bytes)], 'lake.png', { type: 'image/png', lastModified: 7 })

afterEach(() => localStorage.clear())

/** A server that stores one upload; `broken` are the numbers of parts whose line is dropped. */
function fakeServer({ broken = [] as number[], state = 'ready', stored = 0 } = {}) {
  const server = { offset: stored, created: 0, parts: [] as number[], deleted: false }
  const view = () => ({ payload: { fileId: 'f1', url: '/files/f1', state, reason: 'file_unreadable' } })
  const headers = () => ({ 'upload-offset': String(server.offset), 'upload-complete': '?0' })
  const answers = {
    'POST /api/files': () => {
      server.created += 1
      return view()
    },
    [`HEAD ${PATH}`]: () => new Response(null, { status: 204, headers: headers() }),
    [`GET ${PATH}`]: view,
    [`PATCH ${PATH}`]: async (_: unknown, request: Request) => {
      const offset = Number(request.headers.get('upload-offset'))
      server.parts.push(offset)
      if (broken.includes(server.parts.length)) throw new TypeError('the line was dropped')
      if (offset !== server.offset) return problem(409, 'upload_offset_mismatch')
      expect(request.headers.get('content-type')).toBe('application/partial-upload')
      expect(request.headers.get('content-digest')).toMatch(/^sha-256=:.+:$/)
      server.offset += (await request.clone().arrayBuffer()).byteLength
      return Response.json(view(), { headers: headers() })
    },
  }
  return { server, answers }
}

function run(file: File, answers: object, purpose: 'image' | 'video' = 'image') {
  const seen = { phases: [] as SendingPhase[], sent: [] as number[] }
  const upload = uploadFile({
    api: createTestHost({ answers: answers as Record<string, unknown> }).api,
    file,
    purpose,
    account: 'u1',
    signal: new AbortController().signal,
    onPhase: (phase) => seen.phases.push(phase),
    onSent: (bytes) => seen.sent.push(bytes),
    onCreated: () => undefined,
    pause: async () => undefined,
  })
  return { seen, upload }
}

it('sends parts that grow, and waits for the check', async () => {
  const { server, answers } = fakeServer()
  const { seen, upload } = run(digits(900_000), answers)
  expect((await upload).state).toBe('ready')
  expect(server.parts).toEqual([0, 262_144, 786_432])
  expect(seen.sent).toEqual([0, 262_144, 786_432, 900_000])
  expect(seen.phases.at(-1)).toBe('checking')
  expect(localStorage.length).toBe(0)
})

it('continues after a dropped line where the server says', async () => {
  const { server, answers } = fakeServer({ broken: [2] })
  const { seen, upload } = run(digits(600_000), answers)
  await upload
  expect(seen.phases).toContain('waiting')
  expect(server.offset).toBe(600_000)
  expect(server.created).toBe(1)
})

it('continues after a reload, for the same file', async () => {
  const first = fakeServer({ broken: Array.from({ length: 20 }, (_, index) => index + 2) })
  await expect(run(digits(600_000), first.answers).upload).rejects.toThrow()
  expect(first.server.offset).toBe(262_144)
  const second = fakeServer({ stored: 262_144 })
  await run(digits(600_000), second.answers).upload
  expect(second.server.created).toBe(0)
  expect(second.server.parts[0]).toBe(262_144)
  const other = fakeServer()
  await run(digits(600_001), other.answers).upload
  expect(other.server.created).toBe(1)
})

it('refuses a file that is too large before it sends anything', async () => {
  const { server, answers } = fakeServer()
  const large = { size: 10 * 1024 * 1024 + 1, name: 'x.png', type: 'image/png' } as File
  await expect(run(large, answers).upload).rejects.toMatchObject({
    code: 'file_too_large',
    language: { ko: '파일 용량이 너무 큽니다.', en: 'the file is too large' },
  })
  expect(server.created).toBe(0)
})

it('rejects with the reason of a refusal', async () => {
  const { answers } = fakeServer({ state: 'refused' })
  await expect(run(digits(10), answers).upload).rejects.toMatchObject({ code: 'file_unreadable' })
})

it('says that a file was changed or deleted meanwhile, instead of waiting for a connection', async () => {
  const { server, answers } = fakeServer()
  const file = digits(600_000)
  const slice = file.slice.bind(file)
  file.slice = (from, to) => {
    const part = slice(from, to)
    if ((from ?? 0) > 0) part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    return part
  }
  const { seen, upload } = run(file, answers)
  await expect(upload).rejects.toMatchObject({ code: 'file_changed' })
  expect(seen.phases).not.toContain('waiting')
  expect([server.offset, localStorage.length]).toEqual([262_144, 0])
})

it('makes an upload of its own while another tab sends the same file', async () => {
  const { server, answers } = fakeServer()
  const key = fingerprint(digits(600_000), 'image', 'u1')
  remember(key, 'other')
  const request = vi.fn((_: string, __: object, task: (lock: null) => unknown) => task(null))
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  await run(digits(600_000), answers).upload
  expect(request.mock.calls[0]?.[0]).toBe(key)
  expect(server.created).toBe(1)
  expect(recall(key)).toBe('other')
  vi.unstubAllGlobals()
})
