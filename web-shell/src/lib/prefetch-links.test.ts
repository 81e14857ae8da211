// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchLinks } from './prefetch-links'

let comesIntoView: (link: Element) => void
let observed: Element[]

class Views {
  constructor(
    callback: (entries: { isIntersecting: boolean; target: Element }[]) => void,
    options: IntersectionObserverInit,
  ) {
    expect(options.rootMargin).toBe('200px')
    comesIntoView = (target) => callback([{ isIntersecting: true, target }])
  }
  observe = (link: Element) => void observed.push(link)
  unobserve = () => undefined
  disconnect = () => undefined
}

beforeEach(() => {
  vi.useFakeTimers()
  observed = []
  vi.stubGlobal('IntersectionObserver', Views)
  document.body.innerHTML = '<a href="/gifts">1</a><a href="https://other.test/">2</a>'
})
afterEach(() => void vi.useRealTimers())

const link = (path: string) => document.querySelector(`a[href="${path}"]`) as Element

it('fetches each page once, when its link comes near the view after the first screen', async () => {
  const prefetch = vi.fn()
  const stop = prefetchLinks(prefetch)
  expect(observed).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(observed).toEqual([link('/gifts')])
  comesIntoView(link('/gifts'))
  comesIntoView(link('/gifts'))
  expect(prefetch.mock.calls).toEqual([['/gifts']])
  stop()
})

it('finds links that are added later', async () => {
  const stop = prefetchLinks(vi.fn())
  await vi.advanceTimersByTimeAsync(1_000)
  document.body.insertAdjacentHTML('beforeend', '<p><a href="/wallet">3</a></p>')
  await vi.advanceTimersByTimeAsync(1)
  expect(observed).toContain(link('/wallet'))
  stop()
})

it('fetches nothing in advance where data are saved', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const stop = prefetchLinks(vi.fn())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(observed).toEqual([])
  stop()
})
