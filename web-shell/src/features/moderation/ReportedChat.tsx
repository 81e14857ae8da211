// The chat of a room before a report: evidence that only moderators see.
import { formatMoment, useText } from '@witverse/sdk'
import type { CaseDetail } from './api'

type Room = NonNullable<CaseDetail['reportList'][number]['room']>

export function ReportedChat({ room }: { room: Room }) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const { messages } = room
  return (
    <div className="sf-appeal">
      <strong>{t('case.chat')}</strong>
      {messages === null && <p>{t('case.chatOmitted')}</p>}
      {messages?.length === 0 && <p>{t('case.chatEmpty')}</p>}
      {messages?.map(({ person, at, text }) => (
        <p key={`${at} ${person?.id} ${text}`}>
          <strong>{person?.nickname ?? words('someone')}</strong> {text} <small>{formatMoment(at)}</small>
        </p>
      ))}
    </div>
  )
}
