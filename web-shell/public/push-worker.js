// Web Push: shows what the platform sends while no page is open, and leads to it.
self.addEventListener('push', (event) => {
  const { title = 'Witverse', body = '', link = '/', tag } = read(event.data)
  const shown = self.registration.showNotification(title, {
    body,
    icon: '/assets/shell/mark.svg',
    data: { link },
    ...(tag && { tag, renotify: true }),
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** In a page that is open already, else in a new one; never another site. */
async function open(link) {
  const home = self.location.origin
  const target = new URL(link ?? '/', home)
  const url = target.origin === home ? target.href : home
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(url)
  await page.focus()
  // A page that the worker does not control yet cannot be led anywhere.
  return page.navigate(url).catch(() => self.clients.openWindow(url))
}
