// Seconds left until a time of the server. It is computed from the clock, so that it stays correct in a suspended tab.
import { useEffect, useState } from 'react'
import { formatClock } from '../format/numbers'
import { serverNow } from '../time/server-clock'

export function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(look, 1_000)
    function look() {
      setNow(serverNow())
      if (serverNow() >= untilMs) clearInterval(timer)
    }
    look() // the clock may have been corrected since an earlier time has ended
    return () => clearInterval(timer)
  }, [untilMs])
  return Math.max(0, Math.ceil((untilMs - now) / 1_000))
}

export function Countdown({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className="wv-countdown" role="timer" aria-live="off" translate="no">
      {formatClock(secondsLeft)}
    </span>
  )
}
