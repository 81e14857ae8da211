// The bell in the header with the unread count. Live events update it.
import { formatBadge, Icon, usePagePath, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useMailCheck, useMailLive } from '../api/mail'

export default function MailBell() {
  const t = useText('mail')
  const path = usePagePath('mail')
  const { data: check } = useMailCheck()
  useMailLive()
  const unread = (check?.alarms ?? 0) + (check?.notices ?? 0)
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.open')
  return (
    <Link to={path} className="ml-bell" title={label} data-testid="mail-bell">
      <Icon name="bell" />
      <span className="wv-visually-hidden">{label}</span>
      {unread > 0 && (
        <span key={unread} className="ml-bell-count" aria-hidden="true">
          {formatBadge(unread)}
        </span>
      )}
    </Link>
  )
}
