// A friend with the actions "send a gift" and "remove".
import { formatDate, hueOf, hueStyle, Icon, IconButton, PersonName, useText } from '@witverse/sdk'
import { useState } from 'react'
import type { Friend } from '../api/types'
import { GiftButton } from '../parts/GiftButton'
import { RemoveFriend } from './RemoveFriend'

export function FriendCard({ friend }: { friend: Friend }) {
  const t = useText('friends')
  const [asking, setAsking] = useState(false)
  const name = friend.nickname
  return (
    <article className="wv-card wv-hue fr-friend" style={hueStyle(hueOf(name))}>
      <PersonName person={friend} size={52} note={t('since', { date: formatDate(friend.since) })} />
      <div className="fr-actions">
        <GiftButton person={friend} quiet />
        <IconButton className="fr-remove" label={t('removeOne', { name })} onClick={() => setAsking(true)}>
          <Icon name="close" size={18} />
        </IconButton>
      </div>
      {asking && <RemoveFriend person={friend} onClose={() => setAsking(false)} />}
    </article>
  )
}
