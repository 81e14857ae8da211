// A search result with the relationship to the caller.
import { Badge, Button, Icon, type Person, PersonName, useAction, useText } from '@witverse/sdk'
import { useFriendActions } from '../api/actions'
import type { FriendState } from '../api/types'
import { GiftButton } from '../parts/GiftButton'

export function FoundPerson({ person, state }: { person: Person; state: FriendState }) {
  const t = useText('friends')
  return (
    <div className="wv-row is-box">
      <PersonName person={person} {...(state === 'received' && { note: t('asksYou') })} />
      <FriendStateAction person={person} state={state} />
    </div>
  )
}

function FriendStateAction({ person, state }: { person: Person; state: FriendState }) {
  const t = useText('friends')
  const { ask } = useFriendActions()
  const { pending, run } = useAction(() => ask(person, state))
  const { nickname: name } = person
  if (state === 'friends') {
    return (
      <div className="wv-actions">
        <Badge tone="good">
          <Icon name="check" size={14} /> {t('states.friends')}
        </Badge>
        <GiftButton person={person} quiet />
      </div>
    )
  }
  if (state === 'sent') return <Badge>{t('states.sent')}</Badge>
  if (state === 'self') return <Badge>{t('states.self')}</Badge>
  const answering = state === 'received'
  return (
    <Button
      size="small"
      data-first=""
      variant={answering ? 'primary' : 'secondary'}
      pending={pending}
      aria-label={t(answering ? 'acceptOne' : 'addOne', { name })}
      onClick={() => void run()}
    >
      {!answering && <Icon name="plus" size={16} />} {t(answering ? 'accept' : 'add')}
    </Button>
  )
}
