// The best times of the block.
import { formatStopwatch, LoadMoreButton, useText } from '@witverse/sdk'
import { useBestTimes } from '../api/puzzles'

export function BestTimes({ blockId }: { blockId: string }) {
  const t = useText('lantern-puzzle')
  const times = useBestTimes(blockId)
  if (!times.isSuccess) return null
  return (
    <>
      <h3 className="lp-heading">{t('times')}</h3>
      {times.own && <p className="lp-line">{t('own', { time: formatStopwatch(times.own.timeMs) })}</p>}
      {times.items.length === 0 ? (
        <p className="lp-line">{t('none')}</p>
      ) : (
        <ol className="lp-list" aria-label={t('times')}>
          {times.items.map((one, at) => (
            <li key={one.person?.userId ?? at} className="lp-entry">
              <span className="lp-rank">{at + 1}</span>
              <span className="lp-name">{one.person?.nickname ?? t('gone')}</span>
              <span className="lp-time">{formatStopwatch(one.timeMs)}</span>
            </li>
          ))}
        </ol>
      )}
      <LoadMoreButton list={times} />
    </>
  )
}
