// Above the list of friends: where they are now, and who sees where one is oneself.
import { Select, useAction, useText } from '@witverse/sdk'
import { type Audience, useChooseAudience, usePresence } from '../api/presence'
import { PresentFriends } from '../parts/PresentFriends'

const AUDIENCES: readonly Audience[] = ['friends', 'nobody']

export function PresencePanel() {
  const t = useText('friends')
  const { data } = usePresence()
  const choose = useChooseAudience()
  const { run } = useAction((audience: Audience) => choose(audience))
  if (!data) return null
  return (
    <section className="fr-presence" aria-labelledby="friends-present">
      <header className="wv-section-head">
        <h2 id="friends-present">{t('present.title')}</h2>
        <Select
          label={t('present.audience')}
          name="audience"
          value={data.audience}
          onValue={(value) => {
            const audience = AUDIENCES.find((one) => one === value)
            if (audience) void run(audience)
          }}
          options={AUDIENCES.map((value) => ({ value, text: t(`present.to.${value}`) }))}
        />
      </header>
      {data.items.length > 0 ? (
        <PresentFriends friends={data.items} />
      ) : (
        <p className="wv-note">{t('present.none')}</p>
      )}
    </section>
  )
}
