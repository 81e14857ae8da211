// The mobile app around the webview: detection, and purchases in its store. The app answers through
// `window.witverse.receive(…)`, also without a request, for a purchase that was paid while no page was open.
// The app passes `accountId` to the store (appAccountToken, obfuscatedExternalAccountId). The server credits a
// purchase only to the account that the store names.
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
  /** Starts a purchase in the app's store; resolves with the order once the server has credited it. */
  purchase: (productId: string) => Promise<PurchasedOrder>
}

/** The messages of the app. Any other message is ignored. */
type AppMessage =
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

/** Matches `WitverseApp/3.2 iOS` in the user agent. */
export function appOf(userAgent: string): MobileApp | null {
  const found = /\bWitverseApp\/([\w.]+)(\s+iOS\b)?/.exec(userAgent)
  return found && { version: found[1] ?? '', platform: found[2] ? 'ios' : 'android' }
}

/** `accountId` is read at each purchase. */
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
    const answer = parse(message)
    if (!answer) return
    const purchase = waiting.get(answer.productId)
    waiting.delete(answer.productId)
    if (answer.type !== 'purchased') {
      return purchase?.reject(failed(answer.type === 'purchase-cancelled' ? DISMISSED : 'purchase_failed'))
    }
    try {
      const order = await credit(api, answer)
      send({ type: 'credited', productId: answer.productId }) // the app then confirms the delivery to the store
      purchase?.resolve(order)
    } catch (error) {
      // The app keeps a purchase until it is confirmed as credited, and sends it again at its next start.
      purchase?.reject(error as Error)
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

function credit(api: Api, purchase: Extract<AppMessage, { type: 'purchased' }>): Promise<PurchasedOrder> {
  if ('signedTransaction' in purchase) {
    const { signedTransaction } = purchase
    return payload(api.POST('/api/v2/wallet/purchases/apple', { body: { signedTransaction } }))
  }
  const { productId, purchaseToken } = purchase
  return payload(api.POST('/api/v2/wallet/purchases/google', { body: { productId, purchaseToken } }))
}

/** Parses a message: an object or its JSON, depending on the platform of the app. */
function parse(message: unknown): AppMessage | null {
  if (typeof message === 'string') {
    try {
      return parse(JSON.parse(message))
    } catch {
      return null
    }
  }
  const fields = message as Record<string, unknown> | null
  if (typeof fields !== 'object' || fields === null || typeof fields.productId !== 'string') return null
  const { type, productId, signedTransaction, purchaseToken } = fields
  if (type === 'purchase-cancelled' || type === 'purchase-failed') return { type, productId }
  if (type !== 'purchased') return null
  if (typeof signedTransaction === 'string') return { type, productId, signedTransaction }
  if (typeof purchaseToken === 'string') return { type, productId, purchaseToken }
  return null
}

const failed = (code: string) => new ApiError({ status: 0, code, message: FAILED.en, language: FAILED })
