// The error of a page whose content could not be fetched, with a retry button.
import { describeError } from '@witverse/api-client'
import { useLanguage, useText } from '../host/context'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('kit')
  const { language } = useLanguage()
  return (
    <div className="wv-page" role="alert">
      <EmptyState
        level={1}
        title={t('loadFailed')}
        text={describeError(error, language)}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
