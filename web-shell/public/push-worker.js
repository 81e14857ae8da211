// Web Push: shows what the platform sends while no page is open, and leads to it.
self.addEventListener('push', (event) => {
  const { title = 'Witverse', body = '', link = '/', tag } = read(event.data)
  const shown = self.registration.showNotification(title, {
    body,
    icon: '/assets/shell/mark.svg',
    data: { link },
    ...(tag && { tag, renotify: true }),
  })
  event.waitUntil(Promise.all([shown, remember()]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

// The page has subscribed.
self.addEventListener('message', (event) => {
  event.waitUntil(remember())
})

// A browser can replace a subscription by itself; without this, the device gets nothing until its next visit.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

const REMEMBERED = '/push-worker/endpoint'

/** Keeps the address of the subscription: some browsers do not name it when they have replaced it. */
async function remember() {
  const subscription = await self.registration.pushManager.getSubscription()
  const cache = await caches.open('push')
  if (subscription) await cache.put(REMEMBERED, new Response(subscription.endpoint))
}

async function remembered() {
  const cache = await caches.open('push')
  return (await cache.match(REMEMBERED))?.text()
}

async function subscribe(options) {
  if (options) return self.registration.pushManager.subscribe(options)
  const { payload } = await (await fetch('/api/push/key')).json()
  const applicationServerKey = payload.publicKey
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function renew({ oldSubscription, newSubscription }) {
  const old = oldSubscription?.endpoint ?? (await remembered())
  if (!old) return
  const made = newSubscription ?? (await subscribe(oldSubscription?.options))
  const { endpoint, keys } = made.toJSON()
  await fetch('/api/push/subscriptions/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: old, subscription: { endpoint, keys } }),
  })
  await remember()
}

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/**
 * In a page that is there already, else in a new one; never another site. Other pages stay where they are: in a room, or in the middle
 * of a payment.
 */
async function open(link) {
  const home = self.location.origin
  const target = new URL(link ?? '/', home)
  const url = target.origin === home ? target.href : home
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => page.url === url)
  return there ? there.focus() : self.clients.openWindow(url)
}
