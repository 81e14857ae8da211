// The shell's modals by id; at most one is shown. Each comes when it is first opened, or when the browser is idle.
import { useModal, useOpenModals } from '@witverse/sdk'
import { type ComponentType, useEffect } from 'react'
import { lazyModal } from '../app/lazy'
import type { ModalProps } from './modal-props'

const entry = () => import(/* webpackChunkName: "entry" */ './entry')

/** Pictures that scripts ask for are not part of the page's loading. */
const PREFETCH_MS = 1_500

const MODALS: Record<string, ComponentType<ModalProps>> = {
  'sign-in': lazyModal(async () => (await entry()).signIn),
  'sign-up': lazyModal(async () => (await entry()).signUp),
  welcome: lazyModal(async () => (await entry()).welcome),
  'forgot-password': lazyModal(async () => (await entry()).forgotPassword),
  'login-link': lazyModal(async () => (await entry()).loginLink),
  'wallet-verified': lazyModal(async () => (await import('./profile')).walletVerified),
  share: lazyModal(async () => (await import('./people')).share),
  report: lazyModal(async () => (await import('./people')).report),
  nickname: lazyModal(async () => (await entry()).nickname),
  'select-world': lazyModal(async () => (await entry()).selectWorld),
}

export function Modals() {
  const { close } = useModal()
  const entry = useOpenModals().at(-1)
  useEffect(prefetchWhenIdle, [])
  const Body = entry && MODALS[entry.id]
  return Body ? <Body key={entry.id} data={entry.data} close={() => close(entry.id)} /> : null
}

/** So that pressing "Log in" shows the form at once; after everything that the first screen is made of. */
function prefetchWhenIdle() {
  const prefetch = () => void entry().catch(() => undefined) // asked for again when a modal is opened
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(prefetch, PREFETCH_MS)
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
  return () => {
    window.removeEventListener('load', later)
    clearTimeout(timer)
  }
}
