// The shell's modals by id; at most one is shown. Each comes when it is first opened, or when the browser is idle.
import { useModal, useOpenModals } from '@witverse/sdk'
import { type ComponentType, useEffect } from 'react'
import { createChunk, lazyModal } from '../app/lazy'
import type { ModalProps } from './modal-props'

const entry = createChunk(() => import(/* webpackChunkName: "entry" */ './entry'))
const people = createChunk(() => import('./people'))
const profile = createChunk(() => import('./profile'))
const wallet = createChunk(() => import('./wallet'))

/** Pictures that scripts ask for are not part of the page's loading. */
const PREFETCH_MS = 1_500

const MODALS: Record<string, ComponentType<ModalProps>> = {
  'sign-in': lazyModal(entry, (parts) => parts.signIn),
  'sign-up': lazyModal(entry, (parts) => parts.signUp),
  welcome: lazyModal(entry, (parts) => parts.welcome),
  'forgot-password': lazyModal(entry, (parts) => parts.forgotPassword),
  'login-link': lazyModal(entry, (parts) => parts.loginLink),
  'wallet-verified': lazyModal(profile, (parts) => parts.walletVerified),
  share: lazyModal(people, (parts) => parts.share),
  report: lazyModal(people, (parts) => parts.report),
  nickname: lazyModal(entry, (parts) => parts.nickname),
  'not-enough-wit': lazyModal(wallet, (parts) => parts.notEnough),
  'select-world': lazyModal(entry, (parts) => parts.selectWorld),
}

export function Modals() {
  const { close } = useModal()
  const shown = useOpenModals().at(-1)
  useEffect(prefetchWhenIdle, [])
  const Body = shown && MODALS[shown.id]
  return Body ? <Body key={shown.id} data={shown.data} close={() => close(shown.id)} /> : null
}

/** So that pressing "Log in" shows the form at once; after everything that the first screen is made of. */
function prefetchWhenIdle() {
  const prefetch = () => void entry.load().catch(() => undefined) // asked for again when a modal is opened
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
