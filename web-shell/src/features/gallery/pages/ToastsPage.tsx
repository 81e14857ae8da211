import { Button, useText, useToast } from '@witverse/sdk'
import { Demo } from '../Demo'

export function ToastsPage() {
  const t = useText('shell-gallery')
  const toast = useToast()
  return (
    <Demo title={t('pages.toasts')} layout="row">
      <Button variant="secondary" onClick={() => toast(t('toasts.message'))}>
        {t('toasts.plain')}
      </Button>
      <Button variant="secondary" onClick={() => toast(t('toasts.success'), 'good')}>
        {t('toasts.good')}
      </Button>
      <Button variant="secondary" onClick={() => toast(t('toasts.failure'), 'bad')}>
        {t('toasts.bad')}
      </Button>
    </Demo>
  )
}
