// The mobile app around a webview: which one it is, and purchases in its store. The app answers through
// `window.witverse.receive(…)`, also unasked, for a purchase that was paid while no page was there to hear of it.
// It hands `accountId` on to the store, as appAccountToken or obfuscatedExternalAccountId: a purchase is credited to the
// account that the store names, and to none without.
import { type Api, ApiError, type LocalText, type Payload, payload } from '@witverse/api-client'
import { DISMISSED } from '../api/errors'

export type PurchasedOrder = Payload<'/api/v2/wallet/purchases/apple', 'post'>

export interface MobileApp {
  platform: 'ios' | 'android'
  version: string
}

export interface Bridge {
  /** Null in a browser. */
  app: MobileApp | null
  /** Asks the app's store; the order once the platform has credited it. */
  purchase: (productId: string) => Promise<PurchasedOrder>
}

/** What the app says. Anything else is not for us. */
type Told =
  | { type: 'purchased'; productId: string; signedTransaction: string }
  | { type: 'purchased'; productId: string; purchaseToken: string }
  | { type: 'purchase-cancelled' | 'purchase-failed'; productId: string }

interface AppWindow {
  navigator: { userAgent: string }
  webkit?: { messageHandlers?: { witverse?: { postMessage: (message: object) => void } } }
  WitverseBridge?: { postMessage: (message: string) => void }
  witverse?: { receive?: (message: unknown) => void }
}

const FAILED: LocalText = {
  ko: '스토어 결제를 마치지 못했습니다. 다시 시도해 주세요.',
  en: 'The store could not finish the purchase. Please try again.',
}

/** `WitverseApp/3.2 iOS` in the browser's identification. */
export function appOf(userAgent: string): MobileApp | null {
  const found = /\bWitverseApp\/([\w.]+)(\s+iOS\b)?/.exec(userAgent)
  return found && { version: found[1] ?? '', platform: found[2] ? 'ios' : 'android' }
}

/** `accountId` is asked at each purchase: whose it is to be. */
export function createBridge(page: AppWindow, api: Api, accountId: () => string | undefined): Bridge {
  const app = appOf(page.navigator.userAgent)
  const waiting = new Map<
    string,
    { resolve: (order: PurchasedOrder) => void; reject: (why: Error) => void }
  >()

  function send(message: object) {
    const ios = page.webkit?.messageHandlers?.witverse
    if (ios) return ios.postMessage(message)
    if (page.WitverseBridge) return page.WitverseBridge.postMessage(JSON.stringify(message))
    throw failed('store_unavailable')
  }

  async function receive(message: unknown) {
    const told = read(message)
    if (!told) return
    const asked = waiting.get(told.productId)
    waiting.delete(told.productId)
    if (told.type !== 'purchased') {
      return asked?.reject(failed(told.type === 'purchase-cancelled' ? DISMISSED : 'purchase_failed'))
    }
    try {
      const order = await credit(api, told)
      send({ type: 'credited', productId: told.productId }) // so that the store is told that it was delivered
      asked?.resolve(order)
    } catch (error) {
      // The app keeps what it was not told to be credited, and hands it in again at its next start.
      asked?.reject(error as Error)
    }
  }

  if (app) page.witverse = { ...page.witverse, receive: (message) => void receive(message) }

  return {
    app,
    purchase: (productId) =>
      new Promise((resolve, reject) => {
        const account = accountId()
        if (!account) throw failed('unauthenticated')
        waiting.get(productId)?.reject(failed(DISMISSED))
        send({ type: 'purchase', productId, accountId: account })
        waiting.set(productId, { resolve, reject })
      }),
  }
}

function credit(api: Api, told: Extract<Told, { type: 'purchased' }>): Promise<PurchasedOrder> {
  if ('signedTransaction' in told) {
    const { signedTransaction } = told
    return payload(api.POST('/api/v2/wallet/purchases/apple', { body: { signedTransaction } }))
  }
  const { productId, purchaseToken } = told
  return payload(api.POST('/api/v2/wallet/purchases/google', { body: { productId, purchaseToken } }))
}

/** An object, or its JSON: what reaches a page depends on the app's platform. */
function read(message: unknown): Told | null {
  if (typeof message === 'string') {
    try {
      return read(JSON.parse(message))
    } catch {
      return null
    }
  }
  const told = message as Record<string, unknown> | null
  if (typeof told !== 'object' || told === null || typeof told.productId !== 'string') return null
  const { type, productId, signedTransaction, purchaseToken } = told
  if (type === 'purchase-cancelled' || type === 'purchase-failed') return { type, productId }
  if (type !== 'purchased') return null
  if (typeof signedTransaction === 'string') return { type, productId, signedTransaction }
  if (typeof purchaseToken === 'string') return { type, productId, purchaseToken }
  return null
}

const failed = (code: string) => new ApiError({ status: 0, code, message: FAILED.en, language: FAILED })
