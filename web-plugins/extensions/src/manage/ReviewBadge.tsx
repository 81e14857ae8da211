// Whether Witverse has reviewed a version.
import { Badge, useText } from '@witverse/sdk'

export function ReviewBadge({ isReviewed }: { isReviewed: boolean }) {
  const t = useText('extensions')
  return <Badge {...(isReviewed && { tone: 'good' })}>{t(isReviewed ? 'reviewed.yes' : 'reviewed.no')}</Badge>
}
