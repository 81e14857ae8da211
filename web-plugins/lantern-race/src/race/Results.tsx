// The runners of a race: those who have finished by their rank, the others by their progress.
import { classes, formatStopwatch, useText } from '@witverse/sdk'
import type { Race, Runner } from '../api/races'

export function Results({ race, userId }: { race: Race; userId: string | undefined }) {
  const t = useText('lantern-race')
  const steps = 1 + race.gates.length * race.laps
  const standing = (one: Runner) => {
    if (one.timeMs !== null) return formatStopwatch(one.timeMs)
    if (one.state === 'left') return t('left')
    if (race.state === 'ended') return t('unfinished')
    return t('onTheWay', { passed: one.passed, steps })
  }
  return (
    <ol className="lr-list" aria-label={t('results')}>
      {race.runners.map((one) => (
        <li key={one.userId} className={classes('lr-entry', one.userId === userId && 'is-own')}>
          <span className="lr-rank">{one.rank ?? '–'}</span>
          <span className="lr-name">{one.nickname ?? t('gone')}</span>
          {one.isBest && <span className="lr-best">{t('best')}</span>}
          {one.review && <span className="lr-warning">{t(`review.${one.review}`)}</span>}
          <span className="lr-time">{standing(one)}</span>
        </li>
      ))}
    </ol>
  )
}
