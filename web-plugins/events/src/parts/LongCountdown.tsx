// The time until the start or the end of an event in days, hours, minutes and seconds, on the clock of the server.
import { splitSeconds, useSecondsLeft, useText } from '@witverse/sdk'
import { useState } from 'react'

interface LongCountdownProps {
  until: string
  /** The time of the server in the response; the clock of the device may be wrong. */
  serverNow: string
  label: string
}

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const

export function LongCountdown({ until, serverNow, label }: LongCountdownProps) {
  const t = useText('events')
  const [shiftMs] = useState(() => Date.now() - Date.parse(serverNow))
  const left = splitSeconds(useSecondsLeft(Date.parse(until) + shiftMs))
  return (
    <div className="ev-countdown" role="timer" aria-live="off" aria-label={label}>
      <p>{label}</p>
      <dl>
        {PARTS.map((part) => (
          <div key={part}>
            <dd>{String(left[part]).padStart(2, '0')}</dd>
            <dt>{t(`left.${part}`)}</dt>
          </div>
        ))}
      </dl>
    </div>
  )
}
