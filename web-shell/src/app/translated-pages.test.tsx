import { renderPage, translatePage } from '@witverse/sdk/testing'
import { useState } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followTranslations } from './translated-pages'

const { insertBefore, removeChild } = Node.prototype
beforeAll(() => followTranslations(document.body))
afterAll(() => void Object.assign(Node.prototype, { insertBefore, removeChild }))

interface State {
  first: string | null
  second: string | null
  name: string | null
}

let change: (state: Partial<State>) => void

/** Texts beside elements and beside each other, any of which may go. */
function Texts() {
  const [state, setState] = useState<State>({ first: 'one', second: 'two', name: 'mina' })
  change = (next) => setState((before) => ({ ...before, ...next }))
  return (
    <p>
      {state.first}
      {state.name && <b>{state.name}</b>}
      {state.second} <i>end</i>
    </p>
  )
}

it.each([
  ['changes', { first: 'three', second: 'four' }, 'three«mina»four «end»'],
  ['a text that goes', { first: null }, '«mina»«two» «end»'],
  ['an element that goes', { name: null }, '«one»«two» «end»'],
  ['all at once', { first: null, second: 'four', name: null }, 'four «end»'],
])('a translated page follows React: %s', async (_, next, expected) => {
  const page = await renderPage(<Texts />)
  translatePage(page.container)
  expect(page.container.textContent).toBe('«one»«mina»«two» «end»')
  await page.during(() => change(next))
  expect(page.container.textContent).toBe(expected)
  // It is translated again, and changes again.
  translatePage(page.container)
  await page.during(() => change({ first: 'five', second: 'six', name: 'theo' }))
  expect(page.container.textContent).toBe('fivetheosix «end»')
  await page.during(() => change({ first: null, second: null }))
  expect(page.container.textContent).toBe('theo «end»')
  await page.unmount()
})

it('new elements stand before a translated text', async () => {
  const page = await renderPage(<Texts />)
  await page.during(() => change({ first: null, name: null }))
  translatePage(page.container)
  await page.during(() => change({ first: 'new', name: 'theo' }))
  expect(page.container.textContent).toBe('newtheo«two» «end»')
  await page.unmount()
})

it('the original text returns, and an element that a translator has moved still goes', async () => {
  const page = await renderPage(<Texts />)
  const paragraph = page.container.querySelector('p')
  const text = paragraph?.firstChild
  translatePage(page.container)
  if (text) paragraph?.firstChild?.replaceWith(text)
  const font = document.createElement('font')
  const bold = paragraph?.querySelector('b')
  bold?.replaceWith(font)
  if (bold) font.append(bold)
  await page.during(() => change({ first: 'three', name: null }))
  expect(page.container.textContent).toBe('three«two» «end»')
  await page.unmount()
})
