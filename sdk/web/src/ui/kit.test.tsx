import { ApiError } from '@witverse/api-client'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { omitEmpty, useList } from '../api/useList'
import { keysOf, renderPage } from '../testing'
import { Checkbox, Select } from './Choice'
import { CodeInput } from './CodeInput'
import { CopyButton } from './CopyButton'
import { Facts } from './Facts'
import { FilterInput } from './FilterInput'
import { EmptyInline, ListView } from './ListView'
import { kitMessages } from './messages'
import { Notice } from './Notice'
import { PersonLine, PersonName } from './PersonName'
import { Row } from './Row'
import { TabLinks } from './TabLinks'
import { TextArea, TextInput } from './TextInput'

it('associates the error text with its field', async () => {
  const { container, unmount } = await renderPage(
    <TextInput label="Email" value="" onValue={() => undefined} error="Please enter your email." />,
  )
  const input = container.querySelector('input')
  const note = container.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  expect(note?.textContent).toBe('Please enter your email.')
  await unmount()
})

it('limits a field in characters as people count them, and leaves an unfinished letter alone', async () => {
  const family = '👨‍👩‍👧'
  function Fields() {
    const [line, setLine] = useState('')
    const [text, setText] = useState('')
    return (
      <>
        <TextInput label="Line" name="line" maxLength={3} value={line} onValue={setLine} />
        <TextArea label="Text" name="text" maxLength={3} value={text} onValue={setText} />
      </>
    )
  }
  const page = await renderPage(<Fields />)
  const shownIn = (name: string) =>
    page.container.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)?.value
  await page.fill({ line: family.repeat(4), text: `${'각'.normalize('NFD').repeat(3)}!` })
  expect(shownIn('line')).toBe(family.repeat(3))
  expect(shownIn('text')).toBe('각'.normalize('NFD').repeat(3))
  const line = page.container.querySelector('input')
  await page.during(() => {
    if (!line) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      line,
      `${family.repeat(3)}ㄱ`,
    )
    line.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
  })
  expect(shownIn('line')).toBe(`${family.repeat(3)}ㄱ`)
  await page.during(() => line?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
  expect(shownIn('line')).toBe(family.repeat(3))
  await page.unmount()
})

it('shows a stored text with line breaks on one line, and sends it so', async () => {
  function Fields() {
    const [values, setValues] = useState({ ko: '밤의\n등불', en: 'Lights \r\nof the\u2028night' })
    return (
      <form data-sent={JSON.stringify(values)}>
        {(['ko', 'en'] as const).map((name) => (
          <TextInput
            key={name}
            label={name}
            value={values[name]}
            onValue={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
      </form>
    )
  }
  const page = await renderPage(<Fields />)
  const texts = ['밤의 등불', 'Lights of the night']
  expect([...page.container.querySelectorAll('input')].map(({ value }) => value)).toEqual(texts)
  const sent = page.container.querySelector<HTMLElement>('form')?.dataset['sent'] ?? ''
  expect(Object.values(JSON.parse(sent))).toEqual(texts)
  await page.unmount()
})

it('renders one labelled input for the six cells of a code', async () => {
  const { container, unmount } = await renderPage(
    <CodeInput label="Code" name="code" value="12" onValue={() => undefined} />,
  )
  expect(container.querySelectorAll('input')).toHaveLength(1)
  expect(container.querySelectorAll('.wv-code-cell')).toHaveLength(6)
  expect(container.querySelector('[data-at]')?.textContent).toBe('')
  await unmount()
})

it('shows the error of a select and of a checkbox as an alert', async () => {
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

it('toggles a checkbox by its label or by the line below it', async () => {
  const ticked = vi.fn()
  const { container, click, unmount } = await renderPage(
    <Checkbox label="Block" name="block" hint="They cannot write." checked={false} onChecked={ticked} />,
  )
  expect(container.querySelector('input')?.hasAttribute('aria-invalid')).toBe(false)
  await click(container.querySelector('label small'))
  expect(ticked).toHaveBeenCalledWith(true)
  await unmount()
})

type FetchPage = Parameters<typeof useList<string>>[1]

function Words({ fetchPage }: { fetchPage: FetchPage }) {
  const list = useList(['words'], fetchPage)
  return (
    <ListView list={list} label="Words" empty={<EmptyInline text="No words." />} keyOf={(word) => word}>
      {(word) => word}
    </ListView>
  )
}

it('shows a list page by page', async () => {
  const page = await renderPage(
    <Words
      fetchPage={async (_api, { cursor }) => {
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

it('shows the error of a list and retries', async () => {
  const fetchPage = vi.fn<FetchPage>().mockRejectedValueOnce(new ApiError({ status: 503, code: 'resting' }))
  fetchPage.mockResolvedValue({ items: [] })
  const page = await renderPage(<Words fetchPage={fetchPage} />)
  await page.settle()
  expect(page.container.querySelector('[role=alert] p')?.textContent).not.toBe('')
  await page.click(page.named('Try again'))
  await page.settle()
  expect(page.container.textContent).toBe('No words.')
  await page.unmount()
})

it('omits empty filters from a query', () => {
  expect(omitEmpty({ state: 'paid', search: '' })).toEqual({ state: 'paid' })
})

it('marks the current tab and shows counts', async () => {
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

it('links a name to the profile, or to another target', async () => {
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

it('omits facts without a value', async () => {
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

it('omits the empty notes of a row', async () => {
  const { container, unmount } = await renderPage(
    <Row title="Lantern" badge={<b>new</b>} notes={['made today', null, false, undefined]} />,
  )
  expect(container.querySelector('strong')?.textContent).toBe('Lantern new')
  expect([...container.querySelectorAll('small')].map((note) => note.textContent)).toEqual(['made today'])
  await unmount()
})

it('says that something was copied, or that the browser refuses to', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const page = await renderPage(<CopyButton text="lantern" label="Copy" />)
  await page.click(page.named('Copy'))
  expect(writeText).toHaveBeenCalledWith('lantern')
  expect(page.container.textContent).toBe('Copied')
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await page.click(page.named('Copied'))
  expect(page.toast()).toBe(kitMessages.en.copyFailed)
  vi.unstubAllGlobals()
  await page.unmount()
})

it('changes a filter once, after the last key', async () => {
  const onValue = vi.fn()
  const shape = (typed: string) => typed.replace(/\D/g, '')
  const page = await renderPage(
    <FilterInput name="price" label="Price" value="" onValue={onValue} shape={shape} />,
  )
  await page.fill({ price: '1a' })
  await page.fill({ price: '12 WIT' })
  expect(page.container.querySelector('input')?.value).toBe('12')
  expect(onValue).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(onValue).toHaveBeenCalledWith('12'), { timeout: 5_000 })
  expect(onValue).toHaveBeenCalledTimes(1)
  await page.unmount()
})

it('keeps letters that were typed before the filter has changed', async () => {
  const onValue = vi.fn()
  let change: (value: string) => void = () => undefined
  function Filter() {
    const [value, setValue] = useState('')
    change = setValue
    return <FilterInput name="q" label="Find" value={value} onValue={onValue} />
  }
  const page = await renderPage(<Filter />)
  const typed = () => page.container.querySelector('input')?.value
  await page.fill({ q: 'la' })
  await vi.waitFor(() => expect(onValue).toHaveBeenCalledWith('la'), { timeout: 5_000 })
  await page.fill({ q: 'lan' })
  // The address follows, as it was asked for.
  await page.during(() => change('la'))
  expect(typed()).toBe('lan')
  await page.during(() => change('moon'))
  expect(typed()).toBe('moon')
  await page.unmount()
})

it('uses the role alert only for alerts', async () => {
  const { container, unmount } = await renderPage(
    <>
      <Notice icon="shield" tone="good">
        All is well.
      </Notice>
      <Notice icon="warning" tone="bad" alert action={<b>Undo</b>}>
        It was changed.
      </Notice>
    </>,
  )
  expect(container.querySelector('[role=status]')?.className).toBe('wv-notice is-good')
  expect(container.querySelector('[role=alert]')?.className).toBe('wv-notice is-bad')
  expect(container.querySelector('[role=alert] > b')?.textContent).toBe('Undo')
  await unmount()
})

it('has the same keys in both languages', () => {
  expect(keysOf(kitMessages.ko)).toEqual(keysOf(kitMessages.en))
})
