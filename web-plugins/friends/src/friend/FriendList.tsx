import { ButtonLink, EmptyState, Icon, ListView, Skeleton, usePagePath, useText } from '@witverse/sdk'
import { useFriends } from '../api/friends'
import { TwoWindows } from '../parts/TwoWindows'
import { FriendCard } from './FriendCard'

const SHAPES = 6

export function FriendList() {
  const t = useText('friends')
  const list = useFriends()
  const path = usePagePath('friends')
  const empty = (
    <EmptyState
      art={<TwoWindows />}
      title={t('none.title')}
      text={t('none.text')}
      action={
        <ButtonLink to={`${path}?tab=find`}>
          <Icon name="search" size={18} /> {t('none.action')}
        </ButtonLink>
      }
    />
  )
  return (
    <ListView
      list={list}
      className="wv-grid"
      label={t('tabs.friends')}
      empty={empty}
      waiting={<Waiting />}
      keyOf={({ userId }) => userId}
    >
      {(friend) => <FriendCard friend={friend} />}
    </ListView>
  )
}

function Waiting() {
  const t = useText('kit')
  return (
    <div className="wv-grid" role="status" aria-label={t('loading')}>
      {Array.from({ length: SHAPES }, (_, index) => (
        <Skeleton key={index} style={{ height: 84, borderRadius: 'var(--radius-card)' }} />
      ))}
    </div>
  )
}
