// Leaves for the payment: to the provider's page, or through the provider's own script, which is fetched only now.
import { ApiError } from '@witverse/sdk'
import type { Checkout } from '../api/types'

type PortOneCheckout = Extract<Checkout, { kind: 'portone' }>

interface PortOne {
  requestPayment: (request: object) => Promise<{ code?: string; message?: string } | undefined>
}

const SCRIPT = 'https://cdn.portone.io/v2/browser-sdk.js'

const REFUSED = {
  ko: '결제 창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.',
  en: 'The payment window could not be opened. Please try again later.',
}

/** The two things that end up outside of the page; tests have others. */
export interface Outside {
  go: (url: string) => void
  portOne: () => Promise<PortOne>
}

export const OUTSIDE: Outside = { go: (url) => location.assign(url), portOne: loadPortOne }

export async function pay(checkout: Checkout, language: string, outside: Outside = OUTSIDE) {
  if (checkout.kind === 'redirect') return outside.go(inLanguage(checkout.url, language))
  const portOne = await outside.portOne()
  // On phones the provider leads to `redirectUrl` by itself, and this never answers.
  const answer = await portOne.requestPayment(requestOf(checkout))
  if (answer?.code) throw refused(answer.code, answer.message)
  outside.go(checkout.redirectUrl)
}

/**
 * The page for trying things out is the platform's own: it stays under the name by which somebody came, where they are
 * signed in, and is told which language they read.
 */
function inLanguage(url: string, language: string): string {
  const { pathname } = new URL(url, location.href)
  return pathname.startsWith('/sandbox/') ? `${pathname}?lang=${language}` : url
}

const requestOf = ({ kind: _, ...checkout }: PortOneCheckout) => ({ ...checkout, payMethod: 'CARD' })

let loading: Promise<PortOne> | undefined

function loadPortOne(): Promise<PortOne> {
  loading ??= new Promise<PortOne>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => {
      const { PortOne: found } = window as { PortOne?: PortOne }
      if (found) resolve(found)
      else reject(refused('script_missing'))
    }
    script.onerror = () => reject(refused('script_missing'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined // so that the next attempt tries again
    throw error
  })
  return loading
}

/** The provider's own words where there are some. */
function refused(code: string, message?: string) {
  const language = message ? { ko: message, en: message } : REFUSED
  return new ApiError({ status: 0, code, message: language.en, language })
}
