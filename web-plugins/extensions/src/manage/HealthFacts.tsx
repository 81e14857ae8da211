// The last time that a plugin was asked whether it can work, and its answer.
import { formatMoment, useText } from '@witverse/sdk'
import type { Install } from '../api/types'

export function HealthFacts({ install }: { install: Install }) {
  const t = useText('extensions')
  const { checkedAt, checkFailed } = install
  if (!checkedAt) return null
  const at = formatMoment(checkedAt)
  return (
    <p className="wv-note">
      {checkFailed ? t('health.failed', { at, reason: checkFailed }) : t('health.fine', { at })}
    </p>
  )
}
