// On the home page: friends who are in blocks now. Nothing while nobody is.
import { useText } from '@witverse/sdk'
import { usePresence } from '../api/presence'
import { PresentFriends } from '../parts/PresentFriends'

const SHOWN = 6

export default function HomePresence() {
  const t = useText('friends')
  const { data } = usePresence()
  const friends = data?.items.slice(0, SHOWN) ?? []
  if (friends.length === 0) return null
  return (
    <section className="wv-home-section" aria-labelledby="home-friends">
      <header className="wv-section-head">
        <h2 id="home-friends">{t('present.title')}</h2>
      </header>
      <PresentFriends friends={friends} />
    </section>
  )
}
