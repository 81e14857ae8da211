// The friend step: search by the start of the nickname.
import {
  ButtonLink,
  EmptyInline,
  EmptyState,
  ErrorMessage,
  Icon,
  type Person,
  PersonName,
  RowSkeletons,
  SearchInput,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { type KeyboardEvent, useState } from 'react'
import { useGiftFriends } from '../../api/gifts'
import { useWizard } from '../state'

export const SEARCH_MS = 500

export function FriendStep({ close }: { close: () => void }) {
  const t = useText('gifts')
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim().toLowerCase(), SEARCH_MS)
  const friends = useGiftFriends(text)

  /** The arrow keys move the focus between the field and the friends. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .gf-friend')]
    const next = stops[Math.max(0, stops.indexOf(document.activeElement as HTMLElement) + by)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  const noFriends = friends.data?.items.length === 0 && text === '' && typed === ''
  if (noFriends) return <NoFriends close={close} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move the focus between controls inside
    <div className="gf-friends" onKeyDown={onKeyDown}>
      <SearchInput
        name="friend"
        label={t('friend.label')}
        lead={<Icon name="search" size={18} />}
        value={typed}
        onValue={setTyped}
      />
      <p className="wv-visually-hidden" role="status">
        {friends.data && t('friend.count', { count: friends.data.items.length })}
      </p>
      <div>
        {friends.status === 'pending' && <RowSkeletons rows={4} height={56} />}
        {friends.status === 'error' && (
          <ErrorMessage error={friends.error} onRetry={() => void friends.refetch()} />
        )}
        {friends.data?.items.length === 0 && <EmptyInline text={t('friend.none', { text })} />}
        {friends.data && friends.data.items.length > 0 && (
          <ul className="gf-friend-list" aria-label={t('friend.list')}>
            {friends.data.items.map((friend) => (
              <li key={friend.userId}>
                <FriendButton friend={friend} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function FriendButton({ friend }: { friend: Person }) {
  const { friendId, chooseFriend } = useWizard()
  const { userId, nickname, thumbnail } = friend
  return (
    <button
      type="button"
      className="gf-friend"
      data-chosen={userId === friendId || undefined}
      onClick={() => chooseFriend({ friendId: userId, friendName: nickname, friendImage: thumbnail })}
    >
      <PersonName person={friend} size={40} link={false} />
      <Icon name="right" size={18} />
    </button>
  )
}

function NoFriends({ close }: { close: () => void }) {
  const t = useText('gifts')
  return (
    <EmptyState
      title={t('friend.nobody')}
      text={t('friend.nobodyText')}
      action={
        <ButtonLink to="/friends?tab=find" onClick={close}>
          {t('friend.find')}
        </ButtonLink>
      }
    />
  )
}
