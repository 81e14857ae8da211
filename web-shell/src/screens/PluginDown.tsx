// Shown in place of a page whose code could not be loaded; it tries again when the connection returns.
import { Button, EmptyState, useText } from '@witverse/sdk'
import { useWhenOnline } from '../parts/useOnline'

export function PluginDown({ onRetry }: { onRetry: () => void }) {
  const t = useText('shell')
  useWhenOnline(onRetry)
  return (
    <div className="wv-page" role="alert">
      <EmptyState
        level={1}
        title={t('screens.pluginDown')}
        text={t('screens.pluginDownText')}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
