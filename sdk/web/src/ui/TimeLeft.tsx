// A countdown in days, hours, minutes and seconds, computed from the clock.
import { splitSeconds } from '../format/moments'
import { useText } from '../host/context'
import type { Translate } from '../text/keys'
import { useSecondsLeft } from './Countdown'

export function TimeLeft({ until }: { until: string }) {
  const t = useText('kit')
  const left = useSecondsLeft(Date.parse(until))
  return (
    <span className="wv-countdown" role="timer" aria-live="off">
      {left === 0 ? t('time.over') : describeLeft(left, t)}
    </span>
  )
}

function describeLeft(left: number, t: Translate<'kit'>): string {
  const parts = splitSeconds(left)
  const two = (part: number) => String(part).padStart(2, '0')
  const values = { ...parts, minutes2: two(parts.minutes), seconds2: two(parts.seconds) }
  if (parts.days > 0) return t('time.days', values)
  return t(parts.hours > 0 ? 'time.hours' : 'time.minutes', values)
}
