// Why a change was proposed, by whom, and the decision about it.
import { formatMoment, useText } from '@witverse/sdk'
import type { Adjustment } from './api'

type Review = Pick<Adjustment, 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt' | 'answer'>

export function ReviewLines({ reason, review }: { reason: string; review: Review }) {
  const t = useText('shell-money')
  const nameOf = (person: Review['proposedBy']) => person.nickname ?? t('person.gone')
  return (
    <>
      <blockquote>
        <p>{reason}</p>
        <small>
          {t('adjustments.by', {
            name: nameOf(review.proposedBy),
            date: formatMoment(review.proposedAt),
          })}
        </small>
      </blockquote>
      {review.decidedBy && review.decidedAt && (
        <p className="ad-answer">
          {t('adjustments.decided', {
            name: nameOf(review.decidedBy),
            date: formatMoment(review.decidedAt),
          })}
          {review.answer && ` · ${review.answer}`}
        </p>
      )}
    </>
  )
}
