// How long an event takes, in the largest unit that fits.
import { useText } from '@witverse/sdk'

const HOUR = 60
const DAY = 24 * HOUR

export function useDurationText(): (minutes: number) => string {
  const t = useText('events')
  return (minutes) => {
    if (minutes >= DAY && minutes % DAY === 0) return t('facts.days', { count: minutes / DAY })
    if (minutes >= HOUR && minutes % HOUR === 0) return t('facts.hours', { count: minutes / HOUR })
    return t('facts.minutes', { count: minutes })
  }
}
