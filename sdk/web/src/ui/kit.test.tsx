import { ApiError } from '@witverse/api-client'
import { expect, it, vi } from 'vitest'
import { filled, useList } from '../api/useList'
import { keysOf, renderPage } from '../testing'
import { Checkbox, Select } from './Choice'
import { CodeInput } from './CodeInput'
import { Facts } from './Facts'
import { ListView, Nothing } from './ListView'
import { kitMessages } from './messages'
import { Notice } from './Notice'
import { PersonLine, PersonName } from './PersonName'
import { TabLinks } from './TabLinks'
import { TextInput } from './TextInput'

it('ties the error text to its field', async () => {
  const { container, unmount } = await renderPage(
    <TextInput label="Email" value="" onValue={() => undefined} error="Please enter your email." />,
  )
  const input = container.querySelector('input')
  const note = container.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  expect(note?.textContent).toBe('Please enter your email.')
  await unmount()
})

it('has one labelled input for the six cells of a code', async () => {
  const { container, unmount } = await renderPage(
    <CodeInput label="Code" name="code" value="12" onValue={() => undefined} />,
  )
  expect(container.querySelectorAll('input')).toHaveLength(1)
  expect(container.querySelectorAll('.wv-code-cell')).toHaveLength(6)
  expect(container.querySelector('[data-at]')?.textContent).toBe('')
  await unmount()
})

it('says below a list and a box what is wrong with them', async () => {
  const nothing = () => undefined
  const { container, unmount } = await renderPage(
    <>
      <Select
        label="Reason"
        name="reason"
        value=""
        onValue={nothing}
        options={[{ value: '', text: 'Choose' }]}
        error="Please choose a reason."
      />
      <Checkbox label="I agree" name="agreed" checked={false} onChecked={nothing} error="Please agree." />
    </>,
  )
  for (const [name, told] of [
    ['reason', 'Please choose a reason.'],
    ['agreed', 'Please agree.'],
  ]) {
    const control = container.querySelector(`[name=${name}]`)
    const note = container.querySelector(`[id="${control?.getAttribute('aria-describedby')}"]`)
    expect(control?.getAttribute('aria-invalid')).toBe('true')
    expect(note?.textContent).toBe(told)
    expect(note?.getAttribute('role')).toBe('alert')
  }
  expect(container.querySelector('.wv-check label')?.textContent).toBe('I agree')
  await unmount()
})

it('ticks a box by its label or the line below it', async () => {
  const ticked = vi.fn()
  const { container, click, unmount } = await renderPage(
    <Checkbox label="Block" name="block" hint="They cannot write." checked={false} onChecked={ticked} />,
  )
  expect(container.querySelector('input')?.hasAttribute('aria-invalid')).toBe(false)
  await click(container.querySelector('label small'))
  expect(ticked).toHaveBeenCalledWith(true)
  await unmount()
})

type FetchPiece = Parameters<typeof useList<string>>[1]

function Words({ fetchPiece }: { fetchPiece: FetchPiece }) {
  const list = useList(['words'], fetchPiece)
  return (
    <ListView list={list} label="Words" empty={<Nothing text="No words." />} keyOf={(word) => word}>
      {(word) => word}
    </ListView>
  )
}

it('shows a list piece by piece', async () => {
  const page = await renderPage(
    <Words
      fetchPiece={async (_api, { cursor }) => {
        await new Promise((resolve) => setTimeout(resolve))
        return cursor === 'next' ? { items: ['three'] } : { items: ['one', 'two'], nextCursor: 'next' }
      }}
    />,
  )
  expect(page.container.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading')
  await page.settle()
  const shown = () =>
    [...page.container.querySelectorAll('[aria-label=Words] > li')].map((one) => one.textContent)
  expect(shown()).toEqual(['one', 'two'])
  await page.click(page.named('More'))
  await page.settle()
  expect(shown()).toEqual(['one', 'two', 'three'])
  expect(() => page.named('More')).toThrow()
  await page.unmount()
})

it('says why a list could not be fetched, and tries again', async () => {
  const fetchPiece = vi.fn<FetchPiece>().mockRejectedValueOnce(new ApiError({ status: 503, code: 'resting' }))
  fetchPiece.mockResolvedValue({ items: [] })
  const page = await renderPage(<Words fetchPiece={fetchPiece} />)
  await page.settle()
  expect(page.container.querySelector('[role=alert] p')?.textContent).not.toBe('')
  await page.click(page.named('Try again'))
  await page.settle()
  expect(page.container.textContent).toBe('No words.')
  await page.unmount()
})

it('asks only for what a filter says', () => {
  expect(filled({ state: 'paid', search: '' })).toEqual({ state: 'paid' })
})

it('marks the tab of the page that is shown, and says how much waits', async () => {
  const { container, unmount } = await renderPage(
    <TabLinks
      className="own"
      label="Parts"
      current="second"
      tabs={[
        { id: 'first', to: '/', text: 'First' },
        { id: 'second', to: '/second', text: 'Second', count: 120, countText: '120 new' },
      ]}
    />,
  )
  const [first, second] = container.querySelectorAll('nav.own a')
  expect(first?.hasAttribute('aria-current')).toBe(false)
  expect(second?.getAttribute('aria-current')).toBe('page')
  expect(second?.textContent).toBe(' Second99+120 new')
  await unmount()
})

it('leads from a name to the page of the person, or where the row says', async () => {
  const { container, unmount } = await renderPage(
    <>
      <PersonName person={{ userId: 'u1', nickname: 'theo', thumbnail: null }} />
      <PersonLine name="theo@witverse.com" to="/admin/people/u1" note="theo" />
      <PersonLine name="nobody" />
    </>,
  )
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/user/u1',
    '/admin/people/u1',
  ])
  expect(container.querySelector('b')?.textContent).toBe('nobody')
  await unmount()
})

it('lists what is known, and leaves out what is not', async () => {
  const { container, unmount } = await renderPage(
    <Facts
      facts={[
        ['Made', '2026.11.10'],
        ['Edition', null],
        ['Sold', false],
        ['Worn', 0],
      ]}
    />,
  )
  expect([...container.querySelectorAll('dl > div')].map((line) => line.textContent)).toEqual([
    'Made2026.11.10',
    'Worn0',
  ])
  await unmount()
})

it('reads a notice out at once only where something is wrong', async () => {
  const { container, unmount } = await renderPage(
    <>
      <Notice icon="shield" tone="good">
        All is well.
      </Notice>
      <Notice icon="warning" tone="bad" alert aside={<b>Undo</b>}>
        It was changed.
      </Notice>
    </>,
  )
  expect(container.querySelector('[role=status]')?.className).toBe('wv-notice is-good')
  expect(container.querySelector('[role=alert]')?.className).toBe('wv-notice is-bad')
  expect(container.querySelector('[role=alert] > b')?.textContent).toBe('Undo')
  await unmount()
})

it('has its texts in both languages', () => {
  expect(keysOf(kitMessages.ko)).toEqual(keysOf(kitMessages.en))
})
