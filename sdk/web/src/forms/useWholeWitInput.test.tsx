import { useState } from 'react'
import { expect, it } from 'vitest'
import { wholeWit } from '../format/wit'
import { renderPage } from '../testing'
import { useWholeWitInput } from './useWholeWitInput'

function Amount() {
  const [wit, setWit] = useState('')
  const { value, onValue, onBlur } = useWholeWitInput(wit, (typed) => setWit(wholeWit(typed)))
  return (
    <>
      <input name="wit" value={value} onChange={(event) => onValue(event.target.value)} onBlur={onBlur} />
      <output>{wit}</output>
    </>
  )
}

it('strips typed decimals instead of joining them to the whole number', async () => {
  const page = await renderPage(<Amount />)
  const input = page.container.querySelector('input')
  for (const typed of ['1', '1.', '1.5']) await page.fill({ wit: typed })
  expect(page.container.querySelector('output')?.textContent).toBe('1')
  expect(input?.value).toBe('1.5')
  await page.during(() => input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(input?.value).toBe('1')
  await page.fill({ wit: '120.75' })
  expect(input?.value).toBe('120')
  await page.unmount()
})
