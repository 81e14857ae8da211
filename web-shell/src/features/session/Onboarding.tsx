// Opens what a signed-in person still has to do. Left once, it stays away until the next visit.
import { useCaller, useModal, useOpenModals } from '@witverse/sdk'
import { useEffect, useRef } from 'react'
import { nextStep } from './next-step'

export function Onboarding() {
  const { user } = useCaller()
  const { open } = useModal()
  const modals = useOpenModals()
  const offered = useRef<string | null>(null)
  const step = nextStep(user)
  const key = step && user ? `${user.id}/${step}` : null

  useEffect(() => {
    if (!key || !step) return
    if (offered.current === key || modals.length > 0) return
    offered.current = key
    open(step)
  }, [key, step, modals, open])

  return null
}
