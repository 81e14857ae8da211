// The best times of the block's course.
import { formatStopwatch, LoadMoreButton, useText } from '@witverse/sdk'
import { useBestTimes } from '../api/races'

export function BestTimes({ blockId }: { blockId: string }) {
  const t = useText('lantern-race')
  const times = useBestTimes(blockId)
  const { own } = times
  if (!times.isSuccess) return null
  return (
    <>
      <h3 className="lr-heading">{t('times')}</h3>
      {own && <p className="lr-line">{t('own', { time: formatStopwatch(own.timeMs) })}</p>}
      {times.items.length === 0 ? (
        <p className="lr-line">{t('none')}</p>
      ) : (
        <ol className="lr-list" aria-label={t('times')}>
          {times.items.map((one, at) => (
            <li key={one.person?.userId ?? at} className="lr-entry">
              <span className="lr-rank">{at + 1}</span>
              <span className="lr-name">{one.person?.nickname ?? t('gone')}</span>
              <span className="lr-time">{formatStopwatch(one.timeMs)}</span>
            </li>
          ))}
        </ol>
      )}
      <LoadMoreButton list={times} />
    </>
  )
}
