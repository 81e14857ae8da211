// Asks for confirmation before a friend is removed.
import { Confirm, type Person, useText } from '@witverse/sdk'
import { useFriendActions } from '../api/actions'

export function RemoveFriend({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText('friends')
  const { remove } = useFriendActions()
  return (
    <Confirm
      title={t('remove.title', { name: person.nickname })}
      text={t('remove.text')}
      action={t('remove.action')}
      tone="danger"
      onClose={onClose}
      onConfirm={() => remove(person)}
    />
  )
}
