// Starts the payment: redirects to the provider's page, or loads the provider's script on demand.
// `ApiError` is that of the shared package: this file is built into each plugin that takes payments.
import { ApiError, type Payload } from '@witverse/sdk'

export type Checkout = NonNullable<Payload<'/api/v2/payments/{id}', 'get'>['checkout']>

type PortOneCheckout = Extract<Checkout, { kind: 'portone' }>

interface PortOne {
  requestPayment: (request: object) => Promise<{ code?: string; message?: string } | undefined>
}

const SCRIPT = 'https://cdn.portone.io/v2/browser-sdk.js'

const REFUSED = {
  ko: '결제 창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.',
  en: 'The payment window could not be opened. Please try again later.',
}

/** The two effects that leave the page; tests replace them. */
export interface Outside {
  go: (url: string) => void
  portOne: () => Promise<PortOne>
}

export const OUTSIDE: Outside = { go: (url) => location.assign(url), portOne: loadPortOne }

export async function pay(checkout: Checkout, language: string, outside: Outside = OUTSIDE) {
  if (checkout.kind === 'redirect') return outside.go(inLanguage(checkout.url, language))
  const portOne = await outside.portOne()
  // On phones the provider redirects to `redirectUrl`, and the promise never settles.
  const answer = await portOne.requestPayment(requestOf(checkout))
  if (answer?.code) throw refused(answer.code, answer.message)
  outside.go(checkout.redirectUrl)
}

/**
 * The sandbox page belongs to the platform. It stays on the current host, where the caller is logged in, and gets the
 * current language.
 */
function inLanguage(url: string, language: string): string {
  const { pathname } = new URL(url, location.href)
  return pathname.startsWith('/sandbox/') ? `${pathname}?lang=${language}` : url
}

const requestOf = ({ kind: _, ...checkout }: PortOneCheckout) => ({ ...checkout, payMethod: 'CARD' })

let loading: Promise<PortOne> | undefined

function loadPortOne(): Promise<PortOne> {
  const { PortOne: there } = window as { PortOne?: PortOne }
  if (there) return Promise.resolve(there)
  loading ??= new Promise<PortOne>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => {
      const { PortOne: found } = window as { PortOne?: PortOne }
      if (found) resolve(found)
      else reject(refused('script_missing'))
    }
    script.onerror = () => {
      script.remove()
      reject(refused('script_missing'))
    }
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined // the next attempt loads the script again
    throw error
  })
  return loading
}

/** Uses the provider's message if there is one. */
function refused(code: string, message?: string) {
  const language = message ? { ko: message, en: message } : REFUSED
  return new ApiError({ status: 0, code, message: language.en, language })
}
