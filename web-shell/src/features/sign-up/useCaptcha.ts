// The captcha of a form, solved in a worker when the form opens or when it is needed.
import type { Api } from '@witverse/api-client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { obtainTicket } from './captcha'

export type CaptchaState = 'idle' | 'working' | 'solved' | 'failed'

export function useCaptcha(api: Api, { atOnce = true } = {}) {
  const [state, setState] = useState<CaptchaState>(atOnce ? 'working' : 'idle')
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
    if (atOnce) restart()
    return () => current.current?.stop()
  }, [restart, atOnce])

  /** Waits for the current attempt and repeats a failed one once. */
  const ticket = useCallback(
    () => (current.current ? current.current.ticket.catch(() => restart()) : restart()),
    [restart],
  )

  return { state, restart, ticket }
}
