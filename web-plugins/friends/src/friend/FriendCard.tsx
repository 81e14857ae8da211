// A friend: their window in their own colour, a gift for them, and the way apart.
import { Confirm, formatDate, hueOf, hueStyle, Icon, IconButton, PersonName, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useFriendActions } from '../api/actions'
import type { Friend } from '../api/types'
import { GiftButton } from '../parts/GiftButton'

export function FriendCard({ friend }: { friend: Friend }) {
  const t = useText('friends')
  const { remove } = useFriendActions()
  const [asking, setAsking] = useState(false)
  const name = friend.nickname
  return (
    <article className="fr-card wv-hue" style={hueStyle(hueOf(name))}>
      <PersonName person={friend} size={52} note={t('since', { date: formatDate(friend.since) })} />
      <div className="fr-card-actions">
        <GiftButton person={friend} quiet />
        <IconButton className="fr-remove" label={t('removeOne', { name })} onClick={() => setAsking(true)}>
          <Icon name="close" size={18} />
        </IconButton>
      </div>
      {asking && (
        <Confirm
          title={t('remove.title', { name })}
          text={t('remove.text')}
          action={t('remove.action')}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={() => remove(friend)}
        />
      )}
    </article>
  )
}
