// Opens the next onboarding modal. A closed one stays closed until the next visit.
import { useCaller, useModal, useOpenModals } from '@witverse/sdk'
import { useLocation } from '@witverse/sdk/router'
import { useEffect, useRef } from 'react'
import { usePlugins } from '../../lib/plugins-context'
import { nextStep } from './next-step'
import { canWait } from './picker-pages'

export function Onboarding() {
  const { user } = useCaller()
  const { open } = useModal()
  const modals = useOpenModals()
  const offered = useRef<string | null>(null)
  const { pathname } = useLocation()
  const { list } = usePlugins()
  const step = nextStep(user)
  const key = step && user ? `${user.id}/${step}` : null

  useEffect(() => {
    if (!key || !step) return
    // A new page is shown in a transition: the address of the browser changes before the one of the router.
    const isWaiting = canWait(pathname, list) || canWait(window.location.pathname, list)
    if (step === 'select-world' && isWaiting) return
    if (offered.current === key || modals.length > 0) return
    offered.current = key
    open(step)
  }, [key, step, modals, open, pathname, list])

  return null
}
