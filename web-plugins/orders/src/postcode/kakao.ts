// Kakao's search for postal codes (https://postcode.map.kakao.com/guide), as an element of the page: no window of its own is
// opened. The script is loaded when a person opens the search, and only if the operator offers it.

export const KAKAO_SCRIPT = 'https://t1.kakaocdn.net/mapjsapi/bundle/postcode/prod/postcode.v2.js'
/** A script that has not arrived by then counts as failed. */
export const LOADING_MS_MAX = 8_000

/** What a form needs of a chosen address. */
export interface FoundAddress {
  postalCode: string
  street: string
}

/** The members of Kakao's answer that are used. */
export interface KakaoAddress {
  /** Five digits. */
  zonecode: string
  roadAddress: string
  /** For a lot without a street: the street that Kakao suggests. */
  autoRoadAddress?: string
  jibunAddress: string
  buildingName?: string
}

interface KakaoPostcode {
  embed(element: HTMLElement, options?: { autoClose?: boolean }): void
}

type KakaoPostcodeClass = new (options: {
  oncomplete: (address: KakaoAddress) => void
  width: string
  height: string
}) => KakaoPostcode

interface KakaoScope {
  kakao?: { Postcode?: KakaoPostcodeClass }
  /** The former name, which the script defines too. */
  daum?: { Postcode?: KakaoPostcodeClass }
}

const classOf = (scope: KakaoScope) => scope.kakao?.Postcode ?? scope.daum?.Postcode

/** Streets come first, because parcels are addressed by them. */
export function foundOf(address: KakaoAddress): FoundAddress | null {
  const street = address.roadAddress || address.autoRoadAddress || address.jibunAddress
  if (!/^\d{5}$/.test(address.zonecode) || !street) return null
  const building = address.buildingName ? ` (${address.buildingName})` : ''
  return { postalCode: address.zonecode, street: `${street}${building}` }
}

/** A function that loads the script once. A failed attempt can be repeated. */
export function kakaoLoader(): () => Promise<KakaoPostcodeClass> {
  let loading: Promise<KakaoPostcodeClass> | null = null
  return () => {
    loading ??= loadScript().catch((error) => {
      loading = null
      throw error
    })
    return loading
  }
}

function loadScript(): Promise<KakaoPostcodeClass> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => fail(), LOADING_MS_MAX)
    function fail() {
      clearTimeout(timer)
      script.remove()
      reject(new Error('the search of Kakao could not be loaded'))
    }
    script.src = KAKAO_SCRIPT
    script.async = true
    script.onerror = fail
    script.onload = () => {
      const found = classOf(globalThis as KakaoScope)
      if (!found) return fail()
      clearTimeout(timer)
      resolve(found)
    }
    document.head.append(script)
  })
}

export const loadKakao = kakaoLoader()

/** Shows the search in an element until an address is chosen. */
export function embedKakao(
  Postcode: KakaoPostcodeClass,
  element: HTMLElement,
  onFound: (found: FoundAddress) => void,
): void {
  const search = new Postcode({
    oncomplete: (address) => {
      const found = foundOf(address)
      if (found) onFound(found)
    },
    width: '100%',
    height: '100%',
  })
  search.embed(element, { autoClose: false })
}
