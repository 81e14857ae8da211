// The time until the start or the end of an event in days, hours, minutes and seconds, on the clock of the server.
import { splitSeconds, useSecondsLeft, useText } from '@witverse/sdk'

interface LongCountdownProps {
  until: string
  label: string
}

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const

export function LongCountdown({ until, label }: LongCountdownProps) {
  const t = useText('events')
  const left = splitSeconds(useSecondsLeft(Date.parse(until)))
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
