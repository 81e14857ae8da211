// The time since the signal. It is written into the element, so that the panel is not rendered for it.
import { formatStopwatch } from '@witverse/sdk'
import { useEffect, useRef } from 'react'

const EVERY_MS = 47

export function RaceClock({ since, serverNow }: { since: number; serverNow: () => number }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const update = () => {
      if (text.current) text.current.textContent = formatStopwatch(serverNow() - since)
    }
    update()
    const timer = setInterval(update, EVERY_MS)
    return () => clearInterval(timer)
  }, [since, serverNow])
  return <p ref={text} className="lr-clock" role="timer" aria-live="off" />
}
