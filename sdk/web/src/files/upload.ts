// Sends a file with the resumable upload protocol of the IETF: parts with their digests, each of which the server has
// stored before it answers. After a dropped line the server says where to continue.
import { ApiError, type LocalText, type Payload, payload } from '@witverse/api-client'
import type { Host } from '../host/types'
import { fileTexts } from './messages'
import { fingerprint, forget, recall, remember } from './remembered'

type Api = Host['api']
export type UploadedFile = Payload<'/api/files/{id}', 'get'>
export type Purpose = 'any' | 'image' | 'video' | 'audio' | 'model' | 'vrm'

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024
const MAX_MODEL_BYTES = 8 * 1024 * 1024

/** The first part is small, so that progress shows soon; parts grow while they take less than a second. */
const FIRST_PART_BYTES = 256 * 1024
const MAX_PART_BYTES = 8 * 1024 * 1024
const FAST_MS = 1_000
const SLOW_MS = 8_000
/** Failures without progress in between. */
const MAX_FAILURES = 12
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000
const POLL_MS = 400
const MAX_POLL_MS = 3_000

export type SendingPhase = 'sending' | 'waiting' | 'checking'

export interface UploadOptions {
  api: Api
  file: File
  purpose: Purpose
  /** The id of the caller: another person at this browser does not continue the upload. */
  account: string
  signal: AbortSignal
  onPhase: (phase: SendingPhase) => void
  /** Bytes that the server has stored. */
  onSent: (bytes: number) => void
  /** The upload has an id, by which it can be deleted. */
  onCreated: (id: string) => void
  /** For tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Resolves with the file when it is ready; rejects with the reason if it is refused. */
export async function uploadFile(options: UploadOptions): Promise<UploadedFile> {
  refuseLarge(options.file, options.purpose)
  const key = fingerprint(options.file, options.purpose, options.account)
  const id = await inOneTab(key, (isAlone) => send(options, isAlone ? key : null))
  options.onPhase('checking')
  return checked(options, id)
}

/** Two tabs that continued the same upload would write over each other: the second one makes an upload of its own. */
async function inOneTab<T>(key: string, task: (isAlone: boolean) => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return task(true)
  return locks.request(key, { ifAvailable: true }, (lock) => task(lock !== null))
}

/** `key`: under which this browser remembers the upload; null for one that is not remembered. */
async function send(options: UploadOptions, key: string | null): Promise<string> {
  const { id, offset } = await open(options, key)
  options.onCreated(id)
  try {
    await sendParts(options, id, offset)
  } catch (error) {
    if (key && isFinal(error)) forget(key)
    throw error
  }
  if (key) forget(key)
  return id
}

/** A file that the server would refuse is not sent at all. */
function refuseLarge(file: File, purpose: Purpose) {
  const isImage = purpose === 'image' || (purpose === 'any' && file.type.startsWith('image/'))
  const isModel = purpose === 'model' || purpose === 'vrm'
  const most = isModel ? MAX_MODEL_BYTES : isImage ? MAX_IMAGE_BYTES : MAX_VIDEO_BYTES
  if (file.size <= most) return
  const language: LocalText = { ko: fileTexts.ko.tooLarge, en: fileTexts.en.tooLarge }
  throw new ApiError({ status: 413, code: 'file_too_large', message: language.en, language })
}

/** Continues the upload that this browser remembers, or creates one. */
async function open(options: UploadOptions, key: string | null): Promise<{ id: string; offset: number }> {
  const { api, file, purpose } = options
  const known = key && recall(key)
  if (key && known) {
    const state = await withRetries(options, () => offsetOf(options, known))
    if (state !== null) return { id: known, offset: state }
    forget(key)
  }
  const created = await withRetries(options, () =>
    payload(
      api.POST('/api/files', {
        params: { query: { purpose, name: file.name.slice(0, 200) } },
        headers: { 'upload-complete': '?0', 'upload-length': String(file.size), ...VERSION },
        signal: options.signal,
      }),
    ),
  )
  if (key) remember(key, created.fileId)
  return { id: created.fileId, offset: 0 }
}

const VERSION = { 'upload-draft-interop-version': '8' }

/** Where the upload continues; null if it is complete or no longer exists. */
async function offsetOf({ api, signal }: UploadOptions, id: string): Promise<number | null> {
  const { response } = await api.HEAD('/api/files/{id}', { params: { path: { id } }, signal })
  if (response.status === 404) return null
  if (!response.ok) throw unavailable(response.status)
  if (response.headers.get('upload-complete') === '?1') return null
  return Number(response.headers.get('upload-offset') ?? 0)
}

async function sendParts(options: UploadOptions, id: string, from: number) {
  const { file, onSent, onPhase, signal } = options
  const pause = options.pause ?? sleep
  let [offset, size, failures] = [from, FIRST_PART_BYTES, 0]
  onPhase('sending')
  onSent(offset)
  for (;;) {
    const began = performance.now()
    const end = Math.min(offset + size, file.size)
    try {
      const next = await sendPart(options, id, offset, end)
      if (next > offset) failures = 0
      offset = next
      onPhase('sending')
      onSent(offset)
      if (end === file.size && offset === file.size) return
      size = nextSize(size, performance.now() - began)
    } catch (error) {
      failures += 1
      if (signal.aborted || isFinal(error) || failures > MAX_FAILURES) throw error
      onPhase('waiting')
      size = FIRST_PART_BYTES
      await pause(pauseAfter(failures), signal)
      const known = await offsetOf(options, id).catch(() => offset)
      if (known === null) return // The last part has arrived although its answer has not.
      offset = known
    }
  }
}

/** Returns the offset after the part, or the true one if the server continues elsewhere. */
async function sendPart(options: UploadOptions, id: string, offset: number, end: number): Promise<number> {
  const { api, file, signal } = options
  const part = await bytesOf(file.slice(offset, end))
  const answer = await api.PATCH('/api/files/{id}', {
    params: { path: { id } },
    headers: {
      'content-type': 'application/partial-upload',
      'upload-offset': String(offset),
      'upload-complete': end === file.size ? '?1' : '?0',
      ...VERSION,
      ...(await digestOf(part)),
    },
    body: part as never,
    bodySerializer: (body: unknown) => body as ArrayBuffer,
    signal,
  })
  const known = answer.response.headers.get('upload-offset')
  if (answer.response.status === 409 && known !== null) return Number(known)
  await payload(Promise.resolve(answer))
  return known === null ? end : Number(known)
}

/** Browsers cannot read a file that was changed, moved or deleted since it was chosen, nor a folder. */
async function bytesOf(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch {
    const language: LocalText = { ko: fileTexts.ko.changed, en: fileTexts.en.changed }
    throw new ApiError({ status: 422, code: 'file_changed', message: language.en, language })
  }
}

/** SHA-256 of a part; browsers offer it to secure pages only. */
async function digestOf(part: ArrayBuffer): Promise<Record<string, string>> {
  if (!globalThis.crypto?.subtle) return {}
  const digest = await crypto.subtle.digest('SHA-256', part)
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return { 'content-digest': `sha-256=:${text}:` }
}

const nextSize = (size: number, ms: number) => {
  if (ms < FAST_MS) return Math.min(size * 2, MAX_PART_BYTES)
  return ms > SLOW_MS ? Math.max(size / 2, FIRST_PART_BYTES) : size
}

/** Waits until the file was checked. */
async function checked(options: UploadOptions, id: string): Promise<UploadedFile> {
  const { api, signal } = options
  const pause = options.pause ?? sleep
  let wait = POLL_MS
  for (;;) {
    const file = await withRetries(options, () =>
      payload(api.GET('/api/files/{id}', { params: { path: { id } }, signal })),
    )
    if (file.state === 'ready') return file
    if (file.state === 'refused') throw refused(file)
    await pause(wait, signal)
    wait = Math.min(wait * 1.5, MAX_POLL_MS)
  }
}

function refused(file: UploadedFile): ApiError {
  const language = file.reasonText ?? { ko: fileTexts.ko.failed, en: fileTexts.en.failed }
  return new ApiError({ status: 422, code: file.reason ?? 'file_refused', message: language.en, language })
}

async function withRetries<T>(options: UploadOptions, task: () => Promise<T>): Promise<T> {
  const pause = options.pause ?? sleep
  for (let failures = 1; ; failures += 1) {
    try {
      return await task()
    } catch (error) {
      if (options.signal.aborted || isFinal(error) || failures > MAX_FAILURES) throw error
      options.onPhase('waiting')
      await pause(pauseAfter(failures), options.signal)
    }
  }
}

/** Digests that differ on the way are sent again; what the server refuses is not. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const retryable = ['upload_interrupted', 'upload_superseded', 'file_digest_mismatch', 'storage_full']
  if (retryable.includes(error.code)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

const unavailable = (status: number) => new ApiError({ status, code: 'unavailable', message: '' })

const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)

/** Ends early when the browser is online again, and rejects when the upload is cancelled. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
