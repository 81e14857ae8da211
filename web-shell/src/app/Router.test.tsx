import { useModal, useOpenModals } from '@witverse/sdk'
import { HostProvider } from '@witverse/sdk/host'
import { createTestHost } from '@witverse/sdk/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory, Link, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from './Router'

// Rendered without `renderPage`, which brings a router of its own.
;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

let leave = async () => undefined as unknown
afterEach(() => leave())

function Page() {
  const { pathname, search, hash } = useLocation()
  const { open } = useModal()
  return (
    <>
      <p>{pathname + search + hash}</p>
      <p id="rules">{useOpenModals().length} open</p>
      <Link to="/b">Next</Link>
      <Link to="?tab=2" preventScrollReset>
        Tab
      </Link>
      <Link to="#rules">Rules</Link>
      <button type="button" onClick={() => open('profile')}>
        Open
      </button>
    </>
  )
}

async function start(at = '/a') {
  const history = createMemoryHistory({ initialEntries: [at], v5Compat: true })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  leave = () => act(async () => root.unmount())
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await act(async () =>
    root.render(
      <HostProvider value={createTestHost()}>
        <Router history={history}>
          <Page />
        </Router>
      </HostProvider>,
    ),
  )
  scrolled.mockClear()
  const named = (name: string) =>
    [...container.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === name)
  return {
    scrolled,
    target: container.querySelector('#rules') as Element,
    shown: () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent),
    press: (name: string) => act(async () => named(name)?.click()),
    go: (delta: number) => act(async () => history.go(delta)),
    isAt: (y: number) => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y),
  }
}

it('starts a page at its top, and returns to where the page before was left', async () => {
  const { press, scrolled, shown, go, isAt } = await start()
  isAt(700)
  await press('Next')
  expect([shown()[0], scrolled.mock.lastCall]).toEqual(['/b', [0, 0]])
  isAt(50)
  await go(-1)
  expect([shown()[0], scrolled.mock.lastCall]).toEqual(['/a', [0, 700]])
  await go(1)
  expect([shown()[0], scrolled.mock.lastCall]).toEqual(['/b', [0, 50]])
})

it('stays where it is at a link that asks for it, and goes to the target of a link', async () => {
  const { press, scrolled, shown, target } = await start()
  await press('Tab')
  expect([shown()[0], scrolled.mock.calls]).toEqual(['/a?tab=2', []])
  const seen = vi.spyOn(target, 'scrollIntoView')
  await press('Rules')
  expect([shown()[0], scrolled.mock.calls, seen.mock.calls.length]).toEqual(['/a#rules', [], 1])
})

it('takes an address whose target cannot be decoded', async () => {
  const { shown } = await start('/a#%')
  expect(shown()[0]).toBe('/a#%')
})

it('closes a modal by Back, and leaves the page by the next one', async () => {
  const { press, shown, go } = await start()
  await press('Next')
  await press('Open')
  expect(shown()).toEqual(['/b', '1 open'])
  await go(-1)
  expect(shown()).toEqual(['/b', '0 open'])
  await go(-1)
  expect(shown()).toEqual(['/a', '0 open'])
})
