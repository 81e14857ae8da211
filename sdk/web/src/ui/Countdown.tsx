// Seconds left until a moment, counted by the clock rather than by ticks, so that a sleeping tab stays right.
import { useEffect, useState } from 'react'
import { formatClock } from '../format/numbers'

export function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  const running = untilMs > now
  useEffect(() => {
    setNow(Date.now())
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, Math.ceil((untilMs - now) / 1_000))
}

export function Countdown({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className="wv-countdown" role="timer" aria-live="off">
      {formatClock(secondsLeft)}
    </span>
  )
}
