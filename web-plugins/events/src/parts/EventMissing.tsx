// The page of an event that does not exist or is hidden from the caller.
import { ButtonLink, EmptyPage, useText } from '@witverse/sdk'
import { useEventPath } from './base'

export function EventMissing() {
  const t = useText('events')
  const base = useEventPath()
  return (
    <EmptyPage
      title={t('missing.title')}
      text={t('missing.text')}
      action={<ButtonLink to={base}>{t('missing.action')}</ButtonLink>}
    />
  )
}
