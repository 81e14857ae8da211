// For moderators of the block: times that are too fast or too even for a person, with a replay and a decision for each.
import { Button, formatStopwatch, LoadMoreButton, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { type Review, useDecisions, useReviews } from '../api/puzzles'
import { WatchRun } from './WatchRun'

export function Reviews({ blockId }: { blockId: string }) {
  const t = useText('lantern-puzzle')
  const reviews = useReviews(blockId)
  if (!reviews.isSuccess || reviews.items.length === 0) return null
  return (
    <>
      <h3 className="lp-heading">{t('review.title')}</h3>
      <p className="lp-line">{t('review.hint')}</p>
      <ul className="lp-list" aria-label={t('review.title')}>
        {reviews.items.map((one) => (
          <ReviewRow key={one.runId} blockId={blockId} review={one} />
        ))}
      </ul>
      <LoadMoreButton list={reviews} />
    </>
  )
}

function ReviewRow({ blockId, review }: { blockId: string; review: Review }) {
  const t = useText('lantern-puzzle')
  const { accept, reject } = useDecisions(blockId)
  const accepting = useAction(() => accept(review.runId))
  const rejecting = useAction(() => reject(review.runId))
  const [isWatching, setWatching] = useState(false)
  const name = review.person?.nickname ?? t('gone')
  return (
    <li className="lp-review">
      <p className="lp-entry">
        <span className="lp-name">{name}</span>
        <span className="lp-time">{formatStopwatch(review.timeMs)}</span>
      </p>
      <p className="lp-line">{t(`review.${review.suspicion}`)}</p>
      <div className="lp-actions">
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
      {isWatching && <WatchRun review={review} name={name} onClose={() => setWatching(false)} />}
    </li>
  )
}
