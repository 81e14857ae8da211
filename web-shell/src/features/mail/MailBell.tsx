// The bell in the header with the unread count. Live events update it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatBadge, Icon, type Payload, payload, useApi, useLive, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'

type Check = Payload<'/api/v2/mails/new/check', 'get'>

/** The mail plugin uses the same key and updates it. */
const CHECK = ['mail', 'check'] as const

export function MailBell() {
  const t = useText('shell-mail')
  const api = useApi()
  const queries = useQueryClient()
  const check = useQuery({
    queryKey: CHECK,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/mails/new/check', { signal })),
  })

  useLive('mail.badge', (data) => {
    void queries.cancelQueries({ queryKey: CHECK }) // a pending answer is older than this event
    queries.setQueryData<Check>(CHECK, (known) => ({ ...NOTHING, ...known, ...(data as Partial<Check>) }))
    for (const part of ['alarms', 'thread']) void queries.invalidateQueries({ queryKey: ['mail', part] })
  })
  useLive('mail.notice', () => {
    for (const part of ['check', 'notices']) void queries.invalidateQueries({ queryKey: ['mail', part] })
  })

  const unread = (check.data?.alarms ?? 0) + (check.data?.notices ?? 0)
  const label = unread > 0 ? t('unread', { count: unread }) : t('open')
  return (
    <Link to="/mail" className="sh-bell" title={label} data-testid="mail-bell">
      <Icon name="bell" />
      <span className="wv-visually-hidden">{label}</span>
      {unread > 0 && (
        <span key={unread} className="sh-bell-count" aria-hidden="true">
          {formatBadge(unread)}
        </span>
      )}
    </Link>
  )
}

const NOTHING: Check = { isNotice: false, isAlarm: false, notices: 0, alarms: 0 }
