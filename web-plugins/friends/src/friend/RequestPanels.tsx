// The received and the sent friend requests.
import {
  Button,
  EmptyInline,
  formatAgo,
  ListView,
  Panel,
  PersonName,
  ReportButton,
  useAction,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useFriendActions } from '../api/actions'
import { useRequests } from '../api/friends'
import type { Direction, FriendRequest } from '../api/types'

const PANELS = { received: ReceivedRow, sent: SentRow }

export function RequestPanel({ direction }: { direction: Direction }) {
  const t = useText('friends')
  const list = useRequests(direction)
  const Row = PANELS[direction]
  return (
    <Panel title={t(`requests.${direction}`)} text={t(`requests.${direction}Text`)}>
      <ListView
        list={list}
        label={t(`requests.${direction}`)}
        empty={<EmptyInline text={t(`requests.${direction}None`)} />}
        keyOf={({ relationshipId }) => relationshipId}
      >
        {(request) => <Row request={request} />}
      </ListView>
    </Panel>
  )
}

function RequesterName({ request: { person, requestedAt } }: { request: FriendRequest }) {
  const { language } = useLanguage()
  return <PersonName person={person} note={formatAgo(requestedAt, language)} />
}

function ReceivedRow({ request }: { request: FriendRequest }) {
  const t = useText('friends')
  const { answer } = useFriendActions()
  const { pending, run } = useAction((approve: boolean) => answer(request, approve))
  const { nickname: name } = request.person
  return (
    <div className="wv-row is-box">
      <RequesterName request={request} />
      <div className="wv-actions">
        <Button
          size="small"
          pending={pending}
          aria-label={t('acceptOne', { name })}
          onClick={() => void run(true)}
        >
          {t('accept')}
        </Button>
        <Button
          size="small"
          variant="secondary"
          pending={pending}
          aria-label={t('rejectOne', { name })}
          onClick={() => void run(false)}
        >
          {t('reject')}
        </Button>
        <ReportButton person={request.person} kind="request" id={request.relationshipId} />
      </div>
    </div>
  )
}

function SentRow({ request }: { request: FriendRequest }) {
  const t = useText('friends')
  const { cancel } = useFriendActions()
  const { pending, run } = useAction(() => cancel(request))
  return (
    <div className="wv-row is-box">
      <RequesterName request={request} />
      <Button
        size="small"
        variant="quiet"
        pending={pending}
        aria-label={t('cancelOne', { name: request.person.nickname })}
        onClick={() => void run()}
      >
        {t('cancel')}
      </Button>
    </div>
  )
}
