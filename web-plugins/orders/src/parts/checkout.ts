// Leaves for the provider's page. The sandbox page belongs to the platform: it stays on the current host.
import { ApiError } from '@witverse/sdk'
import type { Checkout } from '../api/types'

interface PortOne {
  requestPayment: (request: object) => Promise<{ code?: string; message?: string } | undefined>
}

const SCRIPT = 'https://cdn.portone.io/v2/browser-sdk.js'

const REFUSED = {
  ko: '결제 창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.',
  en: 'The payment window could not be opened. Please try again later.',
}

export async function pay(checkout: Checkout, language: string, go = (url: string) => location.assign(url)) {
  if (checkout.kind === 'redirect') {
    const { pathname } = new URL(checkout.url, location.href)
    return go(pathname.startsWith('/sandbox/') ? `${pathname}?lang=${language}` : checkout.url)
  }
  const { kind: _, ...request } = checkout
  const portOne = await loadPortOne()
  // On phones the provider redirects to `redirectUrl`, and the promise never settles.
  const answer = await portOne.requestPayment({ ...request, payMethod: 'CARD' })
  if (answer?.code) throw refused(answer.code, answer.message)
  go(checkout.redirectUrl)
}

function loadPortOne(): Promise<PortOne> {
  return new Promise((resolve, reject) => {
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
  })
}

/** Uses the provider's message if there is one. */
function refused(code: string, message?: string) {
  const language = message ? { ko: message, en: message } : REFUSED
  return new ApiError({ status: 0, code, message: language.en, language })
}
