// The modals of the shell and of plugins, by id. One is shown at a time. A modal is loaded when it is first opened, or
// when the browser is idle.
import { useModal, useOpenModals } from '@witverse/sdk'
import { type ComponentType, useEffect, useMemo } from 'react'
import { afterFirstScreen } from '../lib/after-first-screen'
import { createChunk, lazyModal, ModalDown, ModalWaiting } from '../lib/lazy'
import type { ModalProps } from '../lib/modal-props'
import type { Frames } from '../lib/PluginPage'
import { Slot } from '../lib/Slot'

const entry = createChunk(() => import(/* webpackChunkName: "entry" */ './entry'))
const people = createChunk(() => import('./people'))
const search = createChunk(() => import('./search'))
const profile = createChunk(() => import('./profile'))

const PREFETCH_MS = 1_500

const MODALS: Record<string, ComponentType<ModalProps>> = {
  'sign-in': lazyModal(entry, (parts) => parts.signIn),
  'sign-up': lazyModal(entry, (parts) => parts.signUp),
  welcome: lazyModal(entry, (parts) => parts.welcome),
  'forgot-password': lazyModal(entry, (parts) => parts.forgotPassword),
  'login-link': lazyModal(entry, (parts) => parts.loginLink),
  'wallet-verified': lazyModal(profile, (parts) => parts.walletVerified),
  search: lazyModal(search, (parts) => parts.search),
  share: lazyModal(people, (parts) => parts.share),
  report: lazyModal(people, (parts) => parts.report),
  nickname: lazyModal(entry, (parts) => parts.nickname),
  'select-world': lazyModal(entry, (parts) => parts.selectWorld),
}

export function Modals() {
  const { close } = useModal()
  const shown = useOpenModals().at(-1)
  useEffect(prefetchWhenIdle, [])
  if (!shown) return null
  const Body = MODALS[shown.id]
  const body = { data: shown.data, close: () => close(shown.id) }
  if (Body) return <Body key={shown.id} {...body} />
  return <PluginModal key={shown.id} id={shown.id} {...body} />
}

/** A modal of a plugin, from its slot `modal.<id>`. It renders its own frame. */
function PluginModal({ id, ...body }: { id: string; data: unknown; close: () => void }) {
  const modal = useModal()
  const frames = useMemo<Frames>(
    () => ({
      Waiting: ModalWaiting,
      Down: ({ onRetry }) => <ModalDown data={null} close={() => modal.close(id)} onRetry={onRetry} />,
    }),
    [modal.close, id],
  )
  return (
    <div>
      <Slot at={`modal.${id}`} frames={frames} {...body} />
    </div>
  )
}

/** Prefetches the log-in modals after the first screen has loaded. A failed fetch is repeated when a modal opens. */
function prefetchWhenIdle() {
  return afterFirstScreen(() => void entry.load().catch(() => undefined), PREFETCH_MS)
}
