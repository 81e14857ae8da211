import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CARRIERS, carrierOf, fitsCarrier } from './carriers'

it('has the carriers of the server', () => {
  const url = new URL('../../../../plugins/orders/carriers.json', import.meta.url)
  const listed = JSON.parse(readFileSync(url, 'utf8')) as object[]
  expect(listed).toMatchObject(CARRIERS)
})

it('checks the form of a tracking number', () => {
  const fits = (code: string, number: string) => {
    const carrier = carrierOf(code)
    return carrier ? fitsCarrier(carrier, number) : null
  }
  expect(fits('cj', '1234-5678-9012')).toBe(true)
  expect(fits('cj', '12345678901')).toBe(false)
  expect(fits('epost', '1234567890123')).toBe(true)
  expect(fits('logen', '1234567890a')).toBe(false)
  expect(fits('logen', '')).toBe(false)
  expect(fits('other', '1')).toBe(null)
})
