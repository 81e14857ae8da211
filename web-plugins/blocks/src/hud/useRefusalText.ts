// The words for a refused request.
import { textOr, useCaller, useText } from '@witverse/sdk'
import type { Outcome } from '../room/connection'

export function useRefusalText() {
  const t = useText('blocks')
  const { status } = useCaller()
  return (outcome: Extract<Outcome, { ok: false }>): string => {
    const seconds = Math.max(1, Math.ceil(outcome.retryAfterMs / 1000))
    if (outcome.retryAfterMs > 0) return t('refused.wait', { seconds })
    if (outcome.code === 'not_allowed' && status === 'visitor') return t('refused.visitor')
    return textOr(t, `refused.${outcome.code}`, t('refused.not_allowed'))
  }
}
