import { afterEach, expect, it, vi } from 'vitest'
import { renderEvents } from '../testing/pages'
import Scanner from './Scanner'
import { createScanMemory } from './scan-memory'

let leave = async () => undefined as unknown
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reports a code once, and again some seconds after it failed', () => {
  let now = 0
  const memory = createScanMemory(() => now)
  expect([memory.isNew('a'), memory.isNew('a'), memory.isNew('b'), memory.isNew('a')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  memory.failed()
  now = 2_999
  expect(memory.isNew('a')).toBe(false)
  now = 3_000
  expect([memory.isNew('a'), memory.isNew('a')]).toEqual([true, false])
})

it('loses no code that the camera sees while another one is checked', async () => {
  let seen = 'first'
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => [{ rawValue: seen }]
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  const track = { stop: vi.fn() }
  const mediaDevices = { getUserMedia: async () => ({ getTracks: () => [track] }) }
  vi.stubGlobal('navigator', { ...navigator, mediaDevices })
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLVideoElement.prototype, 'readyState', { configurable: true, get: () => 4 })
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', { configurable: true, set: () => undefined })
  const reported: string[] = []
  let answer: (isIn: boolean) => void = () => undefined
  const onCode = (code: string) => {
    reported.push(code)
    return new Promise<boolean>((resolve) => {
      answer = resolve
    })
  }
  const page = await renderEvents(<Scanner onCode={onCode} />)
  leave = page.unmount
  await page.until(() => reported.length === 1)
  seen = 'second'
  await page.during(() => answer(true))
  await page.until(() => reported.length === 2)
  expect(reported).toEqual(['first', 'second'])
})
