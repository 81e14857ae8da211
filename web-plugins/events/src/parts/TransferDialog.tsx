// Gives the caller's place to a friend.
import {
  Button,
  EmptyInline,
  ErrorMessage,
  FilterInput,
  ListView,
  Modal,
  type Person,
  PersonName,
  RowSkeletons,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useFoundFriends, useFriendList } from '../api/choices'
import { useEventActions } from '../api/events'

export function TransferDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useText('events')
  const toast = useToast()
  const [q, setQ] = useState('')
  const friends = useFriendList(true)
  const { transfer } = useEventActions(eventId)
  const { pending, run } = useAction(async (userId: string) => {
    await transfer(userId)
    toast(t('place.transferred'), 'good')
    onClose()
  })
  const row = (friend: Person) => (
    <span className="ev-person">
      <PersonName person={friend} />
      <Button size="small" variant="secondary" disabled={pending} onClick={() => void run(friend.userId)}>
        {t('place.give')}
      </Button>
    </span>
  )
  return (
    <Modal open onClose={onClose} title={t('place.transfer')} description={t('place.transferText')}>
      <div className="ev-transfer">
        <FilterInput name="q" label={t('place.findFriend')} value={q} onValue={setQ} />
        {q.trim() === '' ? (
          <ListView
            list={friends}
            className="wv-rows ev-people"
            label={t('place.friends')}
            empty={<EmptyInline text={t('place.noFriends')} />}
            keyOf={({ userId }) => userId}
          >
            {row}
          </ListView>
        ) : (
          <Found q={q.trim()} row={row} />
        )}
      </div>
    </Modal>
  )
}

function Found({ q, row }: { q: string; row: (friend: Person) => React.ReactNode }) {
  const t = useText('events')
  const found = useFoundFriends(q)
  if (found.status === 'pending') return <RowSkeletons />
  if (found.status === 'error')
    return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.length === 0) return <EmptyInline text={t('place.noFriendNamed', { q })} />
  return (
    <ul className="wv-rows ev-people" aria-label={t('place.friends')}>
      {found.data.map((friend) => (
        <li key={friend.userId}>{row(friend)}</li>
      ))}
    </ul>
  )
}
