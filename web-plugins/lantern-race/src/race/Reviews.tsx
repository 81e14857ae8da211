// For moderators of the block: times that are faster than rooms let people move, with a decision for each.
import { Button, formatStopwatch, LoadMoreButton, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { type Review, useDecisions, useReviews } from '../api/races'
import { WatchRun } from './WatchRun'

export function Reviews({ blockId }: { blockId: string }) {
  const t = useText('lantern-race')
  const reviews = useReviews(blockId)
  if (!reviews.isSuccess || reviews.items.length === 0) return null
  return (
    <>
      <h3 className="lr-heading">{t('review.title')}</h3>
      <p className="lr-line">{t('review.hint')}</p>
      <ul className="lr-list" aria-label={t('review.title')}>
        {reviews.items.map((one) => (
          <ReviewRow key={one.reviewId} blockId={blockId} review={one} />
        ))}
      </ul>
      <LoadMoreButton list={reviews} />
    </>
  )
}

function ReviewRow({ blockId, review }: { blockId: string; review: Review }) {
  const t = useText('lantern-race')
  const { accept, reject } = useDecisions(blockId)
  const accepting = useAction(() => accept(review.reviewId))
  const rejecting = useAction(() => reject(review.reviewId))
  const [isWatching, setWatching] = useState(false)
  const name = review.person?.nickname ?? t('gone')
  const { fromStep, toStep, tookMs, leastMs } = review
  const why = { from: fromStep, to: toStep, took: formatStopwatch(tookMs), least: formatStopwatch(leastMs) }
  return (
    <li className="lr-review">
      <p className="lr-entry">
        <span className="lr-name">{name}</span>
        <span className="lr-time">{formatStopwatch(review.timeMs)}</span>
      </p>
      <p className="lr-line">{t(fromStep === 0 ? 'review.whyStart' : 'review.why', why)}</p>
      <div className="lr-actions">
        <Button
          size="small"
          variant="secondary"
          aria-label={t('review.watchOf', { name })}
          onClick={() => setWatching(true)}
        >
          {t('review.watch')}
        </Button>
        <Button
          size="small"
          aria-label={t('review.acceptOf', { name })}
          pending={accepting.pending}
          disabled={rejecting.pending}
          onClick={() => void accepting.run()}
        >
          {t('review.accept')}
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-label={t('review.rejectOf', { name })}
          pending={rejecting.pending}
          disabled={accepting.pending}
          onClick={() => void rejecting.run()}
        >
          {t('review.reject')}
        </Button>
      </div>
      {isWatching && <WatchRun {...{ blockId, review, name }} onClose={() => setWatching(false)} />}
    </li>
  )
}
