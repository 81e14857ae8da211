import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { Combobox, type ComboboxOption, DateInput, DateTimeInput } from '.'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(page: React.ReactNode) {
  const rendered = await renderPage(page)
  leave = rendered.unmount
  const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const blur = (name: string) =>
    rendered.during(() => void input(name)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  return { ...rendered, input, blur }
}

const OPTIONS: ComboboxOption[] = ['agora', 'harbour', 'lantern'].map((id) => ({ id, text: id }))

it('filters the options and selects one with the keyboard', async () => {
  const onValue = vi.fn()
  function Sample() {
    const [value, setValue] = useState<ComboboxOption | null>(null)
    const change = (option: ComboboxOption | null) => {
      onValue(option?.id ?? null)
      setValue(option)
    }
    return <Combobox label="Block" name="block" value={value} onValue={change} options={OPTIONS} />
  }
  const { fill, press, input, blur, named, click } = await open(<Sample />)
  await fill({ block: 'ar' })
  const shown = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
  expect(shown()).toEqual(['harbour'])
  await press(input('block'), 'ArrowDown')
  await press(input('block'), 'Enter')
  expect(onValue).toHaveBeenLastCalledWith('harbour')
  expect(input('block')?.value).toBe('harbour')
  await fill({ block: 'nothing' })
  expect(document.body.textContent).toContain('Nothing found for “nothing”.')
  await blur('block')
  expect(input('block')?.value).toBe('harbour')
  await click(named('Block: Clear'))
  expect(onValue).toHaveBeenLastCalledWith(null)
})

it('follows a value that the page resets', async () => {
  function Sample() {
    const [value, setValue] = useState<ComboboxOption | null>(OPTIONS[1] ?? null)
    return (
      <>
        <Combobox label="Block" name="block" value={value} onValue={setValue} options={OPTIONS} />
        <button type="button" onClick={() => setValue(null)}>
          Reset
        </button>
      </>
    )
  }
  const { input, click, named } = await open(<Sample />)
  expect(input('block')?.value).toBe('harbour')
  await click(named('Reset'))
  expect(input('block')?.value).toBe('')
})

it('lets the page search', async () => {
  const onSearch = vi.fn()
  const { fill } = await open(
    <Combobox
      label="Friend"
      name="friend"
      value={null}
      onValue={() => undefined}
      options={[]}
      onSearch={onSearch}
      searching
    />,
  )
  await fill({ friend: 'mi' })
  expect(onSearch).toHaveBeenCalledWith('mi')
  expect(document.body.textContent).toContain('Searching')
})

it('parses a typed date and shows its error', async () => {
  const onValue = vi.fn()
  function Sample() {
    const [value, setValue] = useState('')
    const change = (date: string) => {
      onValue(date)
      setValue(date)
    }
    return <DateInput label="Day" name="day" value={value} onValue={change} earliest="2026-11-24" />
  }
  const { fill, blur, input, shown } = await open(<Sample />)
  await fill({ day: '2026-12-1' })
  await blur('day')
  expect(onValue).toHaveBeenLastCalledWith('2026-12-01')
  expect(input('day')?.value).toBe('2026.12.01')
  await fill({ day: '2026.11.1' })
  expect(shown()).toContain('Choose 2026.11.24 or a later date.')
  await fill({ day: '2026.13.1' })
  await blur('day')
  expect(shown()).toContain('Enter a date such as 2026.11.24.')
  expect(onValue).toHaveBeenLastCalledWith('2026.13.1')
  expect(input('day')?.value).toBe('2026.13.1')
})

it('combines a date and a time in Korea', async () => {
  const onValue = vi.fn()
  const page = await open(
    <DateTimeInput label="Start" name="start" value="" onValue={onValue} defaultTime="19:30" />,
  )
  await page.fill({ start: '2026.11.24' })
  expect(onValue).toHaveBeenLastCalledWith('2026-11-24T10:30:00.000Z')
  await leave()
  const later = await open(
    <DateTimeInput
      label="Start"
      name="start"
      value="2026-11-24T10:32:00Z"
      onValue={onValue}
      minuteStep={15}
    />,
  )
  expect(later.input('start-minute')?.value).toBe('32')
  await later.fill({ 'start-hour': '08' })
  expect(onValue).toHaveBeenLastCalledWith('2026-11-23T23:32:00.000Z')
})
