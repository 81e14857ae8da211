import { list } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AddressBook } from '../parts/AddressBook'
import { renderOrders } from '../testing/pages'
import { KakaoSearch } from './KakaoSearch'
import { KAKAO_SCRIPT } from './kakao'

let leave = async () => undefined as unknown
/** The scripts of the page. They are not loaded: the test says what happens to them. */
let scripts: HTMLScriptElement[] = []

beforeEach(() => {
  scripts = []
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (node instanceof HTMLScriptElement) scripts.push(node)
      else append(node)
    }
  })
})
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('is not offered by default, and loads nothing', async () => {
  const page = await renderOrders(<AddressBook chosen={null} onChoose={() => undefined} />, {
    answers: { 'GET /api/v2/orders/addresses': list() },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).not.toContain('Kakao')
  expect(scripts).toEqual([])
})

it('is loaded when it is opened, in the page, and fills in what was chosen', async () => {
  const chosen = vi.fn()
  const page = await renderOrders(<KakaoSearch onChoose={chosen} />)
  leave = page.unmount
  expect(scripts).toEqual([])
  await page.click(page.named('Search with Kakao'))
  expect(scripts.map(({ src }) => src)).toEqual([KAKAO_SCRIPT])
  expect(page.shown()).toContain('What you search for is sent to Kakao.')

  // It cannot be reached: the address is typed.
  scripts[0]?.onerror?.(new Event('error'))
  await page.settle()
  expect(page.shown()).toContain('Please enter your address below.')

  // Opened again, it is tried again.
  const opened = vi.fn()
  class Stub {
    readonly options: { oncomplete: (address: object) => void }
    constructor(options: { oncomplete: (address: object) => void }) {
      this.options = options
    }
    open = opened
    embed(element: HTMLElement) {
      const button = document.createElement('button')
      button.textContent = 'a street'
      button.onclick = () =>
        this.options.oncomplete({ zonecode: '04524', roadAddress: '세종대로 110', jibunAddress: '' })
      element.append(button)
    }
  }
  await page.click(page.named('Close the Kakao search'))
  await page.click(page.named('Search with Kakao'))
  vi.stubGlobal('kakao', { Postcode: Stub })
  scripts[1]?.onload?.(new Event('load'))
  await page.settle()
  await page.click(page.named('a street'))
  expect(chosen).toHaveBeenCalledExactlyOnceWith({ postalCode: '04524', street: '세종대로 110' })
  expect(opened, 'no window of its own').not.toHaveBeenCalled()
  expect(page.container.querySelector('.od-kakao-frame')).toBeNull()
})
