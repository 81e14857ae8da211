// Opens the next onboarding modal. A closed one stays closed until the next visit.
import { useCaller, useModal, useOpenModals } from '@witverse/sdk'
import { useLocation } from '@witverse/sdk/router'
import { useEffect, useRef } from 'react'
import { nextStep } from './next-step'

/**
 * Paths on which the modal for choosing a world does not open: account, legal and admin pages, the
 * choice of an avatar, and every path of two or
 * more segments, such as a block or a post that a link led to.
 */
export const canWait = (path: string): boolean =>
  /^\/((custom|profile|appeal|terms|nft-terms|privacy|moderation|admin|wallet|charge|order)(\/|$)|[^/]+\/[^/])/.test(
    path,
  )

export function Onboarding() {
  const { user } = useCaller()
  const { open } = useModal()
  const modals = useOpenModals()
  const offered = useRef<string | null>(null)
  const { pathname } = useLocation()
  const step = nextStep(user)
  const key = step && user ? `${user.id}/${step}` : null

  useEffect(() => {
    if (!key || !step) return
    // A new page is shown in a transition: the address of the browser changes before the one of the router.
    const isWaiting = canWait(pathname) || canWait(window.location.pathname)
    if (step === 'select-world' && isWaiting) return
    if (offered.current === key || modals.length > 0) return
    offered.current = key
    open(step)
  }, [key, step, modals, open, pathname])

  return null
}
