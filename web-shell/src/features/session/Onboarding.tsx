// Opens what a signed-in person still has to do. Left once, it stays away until the next visit.
import { useCaller, useModal, useOpenModals } from '@witverse/sdk'
import { useLocation } from '@witverse/sdk/router'
import { useEffect, useRef } from 'react'
import { nextStep } from './next-step'

/** Pages where a step is done in full: no modal over them. */
const OWN_PAGES: Record<string, string> = { 'select-world': '/world' }

export function Onboarding() {
  const { user } = useCaller()
  const { open, close } = useModal()
  const modals = useOpenModals()
  const { pathname } = useLocation()
  const offered = useRef<string | null>(null)
  const step = nextStep(user)
  const key = step && user ? `${user.id}/${step}` : null

  useEffect(() => {
    if (!key || !step) return
    if (OWN_PAGES[step] === pathname) return close(step)
    if (offered.current === key || modals.length > 0) return
    offered.current = key
    open(step)
  }, [key, step, modals, pathname, open, close])

  return null
}
