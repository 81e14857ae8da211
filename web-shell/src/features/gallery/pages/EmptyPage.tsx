import { Button, EmptyInline, EmptyState, ErrorMessage, NightLamp, Notice, useText } from '@witverse/sdk'
import { Demo } from '../Demo'
import { FAILURE } from '../samples'

export function EmptyPage() {
  const t = useText('shell-gallery')
  return (
    <>
      <Demo title={t('states.empty')}>
        <EmptyState
          art={<NightLamp />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button>{t('empty.action')}</Button>}
        />
        <EmptyInline text={t('empty.inline')} />
      </Demo>
      <Demo title={t('states.failed')}>
        <ErrorMessage error={FAILURE} onRetry={() => undefined} />
      </Demo>
      <Demo title={t('pages.toasts')}>
        <Notice icon="clock">
          <p>{t('empty.notice')}</p>
        </Notice>
        <Notice icon="warning" tone="bad">
          <p>{t('empty.alarm')}</p>
        </Notice>
        <Notice icon="check" tone="good">
          <p>{t('common.saved')}</p>
        </Notice>
      </Demo>
    </>
  )
}
