// A countdown for a button that the server has delayed.
import { serverNow, useSecondsLeft } from '@witverse/sdk'
import { useState } from 'react'

export function useDelay(firstSeconds = 0) {
  const [until, setUntil] = useState(() => serverNow() + firstSeconds * 1_000)
  const secondsLeft = useSecondsLeft(until)
  return { secondsLeft, wait: (seconds: number) => setUntil(serverNow() + seconds * 1_000) }
}
