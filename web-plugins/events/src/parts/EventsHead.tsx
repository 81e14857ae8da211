// The head of a list of events.
import { ButtonLink, Icon, PageHead, useCaller, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { useEventPath } from './base'

export function EventsHead({ title, lead }: { title: string; lead: ReactNode }) {
  const t = useText('events')
  const { status } = useCaller()
  const base = useEventPath()
  return (
    <PageHead title={title} text={lead}>
      {status === 'member' && (
        <div className="wv-actions">
          <ButtonLink to={`${base}/create`}>
            <Icon name="plus" size={18} /> {t('create.title')}
          </ButtonLink>
        </div>
      )}
    </PageHead>
  )
}
