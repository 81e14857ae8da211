// A section with the first friends who are in blocks now. Nothing while nobody is.
import { useText } from '@witverse/sdk'
import { usePresence } from '../api/presence'
import { PresentFriends } from './PresentFriends'

const SHOWN = 6

export function FriendsOut({ className }: { className: string }) {
  const t = useText('friends')
  const { data } = usePresence()
  const friends = data?.items.slice(0, SHOWN) ?? []
  if (friends.length === 0) return null
  return (
    <section className={className} aria-labelledby="friends-out">
      <header className="wv-section-head">
        <h2 id="friends-out">{t('present.title')}</h2>
      </header>
      <PresentFriends friends={friends} />
    </section>
  )
}
