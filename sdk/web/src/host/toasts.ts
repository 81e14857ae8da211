// One toast at a time. It disappears after three seconds; an error stays until it is closed or replaced.
import type { ToastMessage, ToastTone } from './types'

export const TOAST_MS = 3_000

export function createToasts(show: (toast: ToastMessage | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  function hideToast() {
    clearTimeout(timer)
    show(null)
  }

  function showToast(text: string, tone: ToastTone = 'plain') {
    clearTimeout(timer)
    lastId += 1
    show({ id: lastId, text, tone })
    if (tone !== 'bad') timer = setTimeout(hideToast, TOAST_MS)
  }

  return { showToast, hideToast }
}
