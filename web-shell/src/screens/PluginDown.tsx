import { Button, EmptyState, useText } from '@witverse/sdk'

export function PluginDown({ onRetry }: { onRetry: () => void }) {
  const t = useText('shell')
  return (
    <div className="wv-page" role="alert">
      <EmptyState
        level={1}
        title={t('screens.pluginDown')}
        text={t('screens.pluginDownText')}
        action={
          <Button look="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
