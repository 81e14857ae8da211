// The captcha of the sign-up form: solved in a worker from the moment the form opens.
import type { Api } from '@witverse/api-client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { obtainTicket } from './captcha'

export type CaptchaState = 'working' | 'solved' | 'failed'

export function useCaptcha(api: Api) {
  const [state, setState] = useState<CaptchaState>('working')
  const current = useRef<{ ticket: Promise<string>; stop: () => void } | null>(null)

  const restart = useCallback(() => {
    current.current?.stop()
    const control = new AbortController()
    const ticket = obtainTicket(api, control.signal)
    current.current = { ticket, stop: () => control.abort() }
    setState('working')
    ticket.then(
      () => !control.signal.aborted && setState('solved'),
      () => !control.signal.aborted && setState('failed'),
    )
    return ticket
  }, [api])

  useEffect(() => {
    restart()
    return () => current.current?.stop()
  }, [restart])

  /** Waits for the running attempt; a failed one is tried once more. */
  const ticket = useCallback(
    () => (current.current ? current.current.ticket.catch(() => restart()) : restart()),
    [restart],
  )

  return { state, restart, ticket }
}
