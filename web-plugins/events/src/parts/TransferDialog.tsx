// Gives the caller's place to a friend.
import {
  Button,
  EmptyInline,
  Modal,
  PersonName,
  RowSkeletons,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { useEventActions, useFriendList } from '../api/events'

export function TransferDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useText('events')
  const toast = useToast()
  const friends = useFriendList(true)
  const { transfer } = useEventActions(eventId)
  const { pending, run } = useAction(async (userId: string) => {
    await transfer(userId)
    toast(t('place.transferred'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('place.transfer')} description={t('place.transferText')}>
      {friends.status === 'pending' && <RowSkeletons />}
      {friends.data?.items.length === 0 && <EmptyInline text={t('place.noFriends')} />}
      <ul className="ev-people">
        {friends.data?.items.map((friend) => (
          <li key={friend.userId}>
            <PersonName person={friend} />
            <Button
              size="small"
              variant="secondary"
              disabled={pending}
              onClick={() => void run(friend.userId)}
            >
              {t('place.give')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
