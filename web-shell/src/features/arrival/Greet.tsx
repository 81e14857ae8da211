// Opens what the address brought along, once.
import { useModal } from '@witverse/sdk'
import { useEffect, useRef } from 'react'
import type { Arrival } from './arrival'

export function Greet({ arrival }: { arrival: Arrival }) {
  const modal = useModal()
  const greeted = useRef(false)
  useEffect(() => {
    if (greeted.current) return
    greeted.current = true
    if (arrival.login) modal.open('login-link', { code: arrival.login })
    else if (arrival.reset) modal.open('forgot-password', arrival.reset)
  }, [arrival, modal])
  return null
}
