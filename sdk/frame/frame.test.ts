// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { connect } from './index.js'

/** A page whose content has this height, in a window that the shell makes as high as it was told. */
function page(contentOf: (windowHeight: number) => number) {
  const heights: number[] = []
  let observed: () => void = () => undefined
  let inner = 320
  vi.stubGlobal('innerHeight', inner)
  vi.stubGlobal('innerWidth', 400)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observed = callback
      }
      observe() {}
    },
  )
  vi.spyOn(document.documentElement, 'getBoundingClientRect').mockImplementation(
    () => ({ height: contentOf(inner) }) as DOMRect,
  )
  const sent: { type: string; height?: number }[] = []
  vi.spyOn(window.parent, 'postMessage').mockImplementation((message) => {
    sent.push(message)
  })
  connect(() => undefined)
  const follow = () => {
    for (let round = 0; round < 50; round += 1) {
      const told = sent.findLast(({ type }) => type === 'resize')?.height ?? 0
      const next = Math.max(320, told)
      heights.push(next)
      if (next === inner) return
      inner = next
      vi.stubGlobal('innerHeight', inner)
      observed()
    }
  }
  follow()
  return { heights, sent, follow, changed: () => observed() }
}

beforeEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('passes Escape on, unless the page has used it', () => {
  const { sent } = page(() => 300)
  const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  press('a')
  press('Escape')
  expect(sent.filter(({ type }) => type === 'escape')).toHaveLength(1)
  window.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true })
  press('Escape')
  expect(sent.filter(({ type }) => type === 'escape')).toHaveLength(1)
})

it.each([
  ['as high as its window with margins', (window: number) => window + 16],
  ['higher than its window', (window: number) => window * 1.1],
])('settles with a page that is %s', (_, contentOf) => {
  const { heights } = page(contentOf)
  expect(heights.length).toBeLessThan(4)
  expect(heights.at(-1)).toBeLessThan(400)
})

it('follows content that grows and shrinks', () => {
  let content = 900
  const { heights, changed, follow } = page(() => content)
  expect(heights.at(-1)).toBe(900)
  content = 1400
  changed()
  follow()
  expect(heights.at(-1)).toBe(1400)
  content = 500
  changed()
  follow()
  expect(heights.at(-1)).toBe(500)
})
