import {
  Avatar,
  Badge,
  formatAgo,
  PersonLine,
  PersonName,
  TimeLeft,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Demo } from '../Demo'
import { PEOPLE } from '../samples'

const SIZES_PX = [24, 32, 44, 64]
const DAY_MS = 86_400_000
const PERSON = { userId: '00000000-0000-4000-8000-000000000000', nickname: 'lantern', thumbnail: null }
const NOW = Date.now()

export function PeoplePage() {
  const t = useText('shell-gallery')
  const { language } = useLanguage()
  return (
    <>
      <Demo title={t('pages.people')} layout="row">
        {SIZES_PX.map((size, index) => (
          <Avatar key={size} name={PEOPLE[index] ?? ''} size={size} />
        ))}
      </Demo>
      <Demo title={t('states.normal')} layout="grid">
        {PEOPLE.slice(0, 4).map((name) => (
          <PersonLine key={name} name={name} note={t('people.note')} size={44} to="/dev/ui/people" />
        ))}
      </Demo>
      <Demo title={t('states.long')}>
        <PersonName person={PERSON} note={t('common.longText')} link={false} />
      </Demo>
      <Demo title={t('choice.type')} layout="row">
        <Badge>{t('people.member')}</Badge>
        <Badge tone="accent">{t('people.badge')}</Badge>
        <Badge tone="good">{t('common.saved')}</Badge>
        <Badge tone="bad">{t('people.banned')}</Badge>
        <span>{formatAgo(new Date(NOW - DAY_MS / 4).toISOString(), language)}</span>
        <TimeLeft until={new Date(NOW + 2.5 * DAY_MS).toISOString()} />
      </Demo>
    </>
  )
}
