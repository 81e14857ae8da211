// One line about the race, also for screen readers.
import { formatStopwatch, useText } from '@witverse/sdk'
import type { Race, Runner } from '../api/races'
import type { Phase } from './progress'

interface StatusLineProps {
  race: Race | null
  own: Runner | undefined
  phase: Phase
  seconds: number
}

export function StatusLine({ race, own, phase, seconds }: StatusLineProps) {
  const t = useText('lantern-race')
  const isIn = own !== undefined && own.state !== 'left'
  const line = () => {
    if (!race) return t('rules')
    if (own?.state === 'finished' && own.timeMs !== null) {
      if (own.review) return t(`review.own.${own.review}`, { time: formatStopwatch(own.timeMs) })
      return t(own.rank === 1 ? 'won' : 'finished', { time: formatStopwatch(own.timeMs) })
    }
    if (phase === 'ended') return t(`ended.${race.endReason ?? 'finished'}`)
    if (phase === 'lobby') return t('lobby', { seconds })
    if (!isIn) return t('watching')
    if (phase === 'countdown') return t('countdown', { seconds })
    if (own.passed > 0) return null
    return t(own.falseStarts > 0 ? 'falseStart' : 'go')
  }
  const isCounting = phase === 'lobby' && race !== null
  return (
    // The seconds of the lobby are not read out one by one; the countdown is.
    <p className="lr-status" role="status" aria-live={isCounting ? 'off' : 'polite'}>
      {line()}
    </p>
  )
}
