// Web Push in this browser: support, state, turning it on and off. The permission is requested only after a
// click.
import { payload, type useApi } from '@witverse/sdk'

type Api = ReturnType<typeof useApi>

/** The worker is at the root, so that its scope covers every page. */
export const WORKER = '/push-worker.js'

export type PushState =
  | 'unsupported'
  | 'denied' // by the browser's own settings; only there it can be undone
  | 'off'
  | 'on'

interface PushWindow {
  isSecureContext: boolean
  navigator: { serviceWorker?: ServiceWorkerContainer }
  PushManager?: unknown
  Notification?: {
    permission: NotificationPermission
    requestPermission: () => Promise<NotificationPermission>
  }
}

const canPush = (page: PushWindow): boolean =>
  page.isSecureContext && !!page.navigator.serviceWorker && !!page.PushManager && !!page.Notification

async function subscriptionOf(page: PushWindow): Promise<PushSubscription | null> {
  const registration = await page.navigator.serviceWorker?.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function pushState(page: PushWindow): Promise<PushState> {
  if (!canPush(page)) return 'unsupported'
  if (page.Notification?.permission === 'denied') return 'denied'
  const on = page.Notification?.permission === 'granted' && (await subscriptionOf(page)) !== null
  return on ? 'on' : 'off'
}

/** Asks for the permission, subscribes, and sends the subscription to the server. */
export async function turnOn(page: PushWindow, api: Api): Promise<PushState> {
  const container = page.navigator.serviceWorker
  if (!container || (await page.Notification?.requestPermission()) !== 'granted') return pushState(page)
  const { publicKey } = await payload(api.GET('/api/push/key'))
  await container.register(WORKER)
  const registration = await container.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  const { endpoint, keys } = subscription.toJSON()
  try {
    const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
    await payload(api.POST('/api/push/subscriptions', { body }))
  } catch (error) {
    await subscription.unsubscribe() // the server does not know this subscription
    throw error
  }
  registration.active?.postMessage('subscribed')
  return 'on'
}

export async function turnOff(page: PushWindow, api: Api): Promise<PushState> {
  const subscription = await subscriptionOf(page)
  if (subscription) {
    const { endpoint } = subscription
    await payload(api.POST('/api/push/subscriptions/remove', { body: { endpoint } }))
    await subscription.unsubscribe()
  }
  return pushState(page)
}

/** Decodes base64url. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
