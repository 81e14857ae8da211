// The error of a page whose content could not be fetched, with a retry button.
import { describeError } from '@witverse/api-client'
import { useLanguage, useText } from '../host/context'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { Page } from './Page'

interface PageErrorProps {
  /** The document title. */
  title: string
  error: unknown
  onRetry: () => void
}

export function PageError({ title, error, onRetry }: PageErrorProps) {
  const t = useText('kit')
  const { language } = useLanguage()
  return (
    <Page title={title}>
      <EmptyState
        level={1}
        title={t('loadFailed')}
        text={<span role="alert">{describeError(error, language)}</span>}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </Page>
  )
}
