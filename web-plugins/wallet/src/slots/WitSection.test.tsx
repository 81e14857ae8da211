import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { renderWallet } from '../testing/pages'
import WitSection from './WitSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows the balance with links to history and top-up', async () => {
  const page = await renderWallet(<WitSection />)
  leave = page.unmount
  expect(page.shown()).toContain('1,240.50 WIT')
  expect(page.named('WIT history').getAttribute('href')).toBe('/wallet')
  expect(page.named('Top up').getAttribute('href')).toBe('/charge')
})

it('shows nothing if the balance cannot be read', async () => {
  const page = await renderWallet(<WitSection />, {
    answers: { 'GET /api/v2/wallet': problem(500, 'internal') },
  })
  leave = page.unmount
  expect(page.container.textContent).toBe('')
})
