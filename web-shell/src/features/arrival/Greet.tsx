// Opens the modal of a login or reset link, once, and again if the fragment changes.
import { useModal } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Arrival, takeArrival } from './arrival'

export function Greet({ arrival }: { arrival: Arrival }) {
  const modal = useModal()
  const greeted = useRef(false)
  const greet = useEffectEvent(({ login, reset }: Arrival) => {
    if (login) modal.open('login-link', { code: login })
    else if (reset) modal.open('forgot-password', reset)
  })
  useEffect(() => {
    if (greeted.current) return
    greeted.current = true
    greet(arrival)
  }, [arrival])
  useEffect(() => {
    const onHashChange = () => greet(takeArrival(location, history))
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return null
}
