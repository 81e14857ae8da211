// A banner on every screen while the browser is offline.
import { Icon, useText } from '@witverse/sdk'
import { useOnline } from '../parts/useOnline'

export function OfflineBanner() {
  const t = useText('shell')
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className="sh-banner is-offline">
          <Icon name="warning" />
          <p>{t('offline')}</p>
        </div>
      )}
    </div>
  )
}
