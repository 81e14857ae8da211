import { ApiError } from '@witverse/api-client'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing'
import { useNotEnoughWit } from './useNotEnoughWit'

let leave = async () => undefined as unknown
afterEach(() => leave())

function Spender({ error }: { error: unknown }) {
  const notEnough = useNotEnoughWit()
  return (
    <button type="button" onClick={() => notEnough.caught(error, 500)}>
      Spend
    </button>
  )
}

it.each([
  ['insufficient_wit', [{ id: 'not-enough-wit', data: { neededHundredths: 500 } }]],
  ['wallet_frozen', []],
])('opens from any page on %s', async (code, modals) => {
  const page = await renderPage(<Spender error={new ApiError({ status: 409, code })} />)
  leave = page.unmount
  await page.click(page.named('Spend'))
  expect(page.host.store.getState().modals).toEqual(modals)
})
