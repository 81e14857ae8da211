// A banner on every screen while the account waits for its deletion.
import { Button, formatDate, Icon, useText } from '@witverse/sdk'
import { useKeepAccount } from './useKeepAccount'

export function DeletionBanner() {
  const t = useText('shell')
  const { deletionAt, pending, run } = useKeepAccount()
  if (!deletionAt) return null
  return (
    <div className="sh-banner" role="status">
      <Icon name="warning" />
      <p>{t('deletion.pending', { date: formatDate(deletionAt) })}</p>
      <Button size="small" variant="secondary" pending={pending} onClick={run}>
        {t('deletion.keep')}
      </Button>
    </div>
  )
}
