// Shown in place of a page whose code could not be loaded; it tries again when the connection returns. A file that stays away is
// gone: the server has a newer version, which a reload brings. A try that fails reloads once by itself.
import { Button, EmptyState, inTab, useText } from '@witverse/sdk'
import { useEffect } from 'react'
import { useWhenOnline } from '../parts/useOnline'

/** The path of the page that was tried again, and of the one that was reloaded for it. */
const TRIED = 'witverse.down.tried'
const RELOADED = 'witverse.down.reloaded'

export function PluginDown({ onRetry }: { onRetry: () => void }) {
  const t = useText('shell')
  const path = location.pathname
  const wasTried = inTab.getItem(TRIED) === path
  const wasReloaded = inTab.getItem(RELOADED) === path
  const reload = () => {
    inTab.removeItem(TRIED)
    inTab.setItem(RELOADED, path)
    location.reload()
  }
  useWhenOnline(onRetry)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has failed again
  useEffect(() => {
    if (wasTried && !wasReloaded) reload()
  }, [])
  return (
    <div className="wv-page" role="alert">
      <EmptyState
        level={1}
        title={t('screens.pluginDown')}
        text={t(wasReloaded ? 'screens.pluginGoneText' : 'screens.pluginDownText')}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              if (wasReloaded) return reload()
              inTab.setItem(TRIED, path)
              onRetry()
            }}
          >
            {t(wasReloaded ? 'reload' : 'retry')}
          </Button>
        }
      />
    </div>
  )
}

/** After a page has been loaded, its next failure is a new one. */
export function forgetDown() {
  inTab.removeItem(TRIED)
  inTab.removeItem(RELOADED)
}
