import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { embedKakao, foundOf, KAKAO_SCRIPT, kakaoLoader, LOADING_MS_MAX } from './kakao'

/** The scripts of the page. They are not loaded: the test says what happens to them. */
let scripts: HTMLScriptElement[] = []
const script = () => scripts.at(-1)

const address = { zonecode: '06236', roadAddress: '서울 강남구 테헤란로 152', jibunAddress: '역삼동 737' }

/** A stub of Kakao's class: it shows a button, and answers when it is pressed. */
class Stub {
  readonly options: { oncomplete: (found: typeof address) => void }
  constructor(options: { oncomplete: (found: typeof address) => void }) {
    this.options = options
  }
  embed(element: HTMLElement) {
    const button = document.createElement('button')
    button.onclick = () => this.options.oncomplete(address)
    element.append(button)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  scripts = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    scripts.push(...(nodes as HTMLScriptElement[]))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the search of Kakao', () => {
  it('fails without its script, after a time, and can be tried again', async () => {
    const loadKakao = kakaoLoader()
    const first = loadKakao()
    script()?.onerror?.(new Event('error'))
    await expect(first).rejects.toThrow()

    const second = loadKakao()
    vi.advanceTimersByTime(LOADING_MS_MAX)
    await expect(second).rejects.toThrow()

    // A script that defines nothing.
    const third = loadKakao()
    script()?.onload?.(new Event('load'))
    await expect(third).rejects.toThrow()
  })

  it('is loaded once, and answers with a postal code and a street', async () => {
    const loadKakao = kakaoLoader()
    const [one, other] = [loadKakao(), loadKakao()]
    expect(scripts.map(({ src }) => src)).toEqual([KAKAO_SCRIPT])
    vi.stubGlobal('kakao', { Postcode: Stub })
    script()?.onload?.(new Event('load'))
    expect(await one).toBe(await other)
    const element = document.createElement('div')
    const chosen = vi.fn()
    embedKakao(await one, element, chosen)
    element.querySelector('button')?.click()
    expect(chosen).toHaveBeenCalledExactlyOnceWith({
      postalCode: '06236',
      street: '서울 강남구 테헤란로 152',
    })
  })

  it.each([
    [{ ...address, buildingName: '가람타워' }, '서울 강남구 테헤란로 152 (가람타워)'],
    [{ ...address, roadAddress: '', autoRoadAddress: '테헤란로 152' }, '테헤란로 152'],
    [{ ...address, roadAddress: '' }, '역삼동 737'],
    [{ ...address, zonecode: '' }, undefined],
    [{ ...address, roadAddress: '', jibunAddress: '' }, undefined],
  ])('reads %j', (answer, street) => {
    expect(foundOf(answer)?.street).toBe(street)
  })
})
