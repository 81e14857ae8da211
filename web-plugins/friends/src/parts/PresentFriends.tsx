// The friends who are in blocks now, each with the way there.
import { ButtonLink, PersonName, useLanguage, useText } from '@witverse/sdk'
import type { PresentFriend } from '../api/presence'

export function PresentFriends({ friends }: { friends: readonly PresentFriend[] }) {
  const t = useText('friends')
  const { language } = useLanguage()
  return (
    <ul className="fr-present wv-grid">
      {friends.map(({ person, title, link, people }) => (
        <li key={person.userId} className="wv-card">
          <PersonName
            person={person}
            size={48}
            note={
              <>
                <span className="fr-here" aria-hidden="true" />
                {t('present.in', { place: title[language], count: people })}
              </>
            }
          />
          <ButtonLink
            to={link}
            size="small"
            aria-label={t('present.joinOne', { name: person.nickname, place: title[language] })}
          >
            {t('present.join')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
