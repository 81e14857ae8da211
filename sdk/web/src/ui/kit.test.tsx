import { expect, it } from 'vitest'
import { keysOf, renderPage } from '../testing'
import { CodeInput } from './CodeInput'
import { kitMessages } from './messages'
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

it('has its texts in both languages', () => {
  expect(keysOf(kitMessages.ko)).toEqual(keysOf(kitMessages.en))
})
