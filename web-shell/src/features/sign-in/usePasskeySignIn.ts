// Log-in with a passkey: by button, or suggested in the email field.
import { useApi } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { canSuggestPasskeys, canUsePasskeys, PasskeyDismissed } from '../passkeys/webauthn'
import { type LoggedIn, logInWithPasskey } from './api'

interface PasskeySignIn {
  onSignedIn: (answer: LoggedIn) => void
  onFailed: (error: unknown) => void
  /** False while another step is shown. */
  active: boolean
}

export function usePasskeySignIn({ onSignedIn, onFailed, active }: PasskeySignIn) {
  const api = useApi()
  const [pending, setPending] = useState(false)
  const suggestion = useRef<AbortController | null>(null)
  const signedIn = useEffectEvent(onSignedIn)

  useEffect(() => {
    if (!active) return
    const control = new AbortController()
    suggestion.current = control
    void (async () => {
      if (!(await canSuggestPasskeys()) || control.signal.aborted) return
      try {
        signedIn(await logInWithPasskey(api, { signal: control.signal, quietly: true }))
      } catch {
        // Suggestions fail silently; the button reports errors.
      }
    })()
    return () => control.abort()
  }, [api, active])

  async function press() {
    suggestion.current?.abort() // the browser allows one passkey request at a time
    setPending(true)
    try {
      onSignedIn(await logInWithPasskey(api))
    } catch (error) {
      if (!(error instanceof PasskeyDismissed)) onFailed(error)
    } finally {
      setPending(false)
    }
  }

  return { available: canUsePasskeys(), pending, press }
}
