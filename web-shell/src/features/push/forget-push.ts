// Removes the push subscription at log-out, because the next user of the device may be someone else.
import { type Api, payload } from '@witverse/api-client'

interface PushNavigator {
  serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'>
}

export async function forgetPush(browser: PushNavigator, api: Api): Promise<void> {
  const registration = await browser.serviceWorker?.getRegistration('/push-worker.js')
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await payload(api.POST('/api/push/subscriptions/remove', { body: { endpoint: subscription.endpoint } }))
}
