// Who is here, with the way to each.
import { Badge, Button, useText } from '@witverse/sdk'
import type { Feeling, Member } from '../room/presence'
import type { Session } from '../room/session'
import { EMOJIS } from './feelings'
import { usePresence } from './useRoom'

export function PeoplePanel({ session, onNoWay }: { session: Session; onNoWay: () => void }) {
  const t = useText('blocks')
  const { members, self, feelings } = usePresence(session)
  const sorted = [...members.values()].sort((a, b) => a.name.localeCompare(b.name))
  function walkTo(member: Member) {
    const at = session.shownOthers(0).get(member.slot)
    if (!at || !session.walkTo({ x: at.x + Math.sin(at.yaw), z: at.z + Math.cos(at.yaw) })) onNoWay()
  }
  return (
    <ul className="bl-list" aria-label={t('people.title')}>
      {sorted.map((member) => (
        <li key={member.slot}>
          <span className="bl-list-name">
            {member.name}
            {member.slot === self && <Badge>{t('people.you')}</Badge>}
            {member.moderator && <Badge>{t('people.moderator')}</Badge>}
            {member.away && <span className="bl-note">{t('people.away')}</span>}
            {member.seat !== null && <span className="bl-note">{t('people.sits')}</span>}
            <Feelings of={feelings.filter(({ slot }) => slot === member.slot)} />
          </span>
          {member.slot !== self && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('people.walkTo', { name: member.name })}
              onClick={() => walkTo(member)}
            >
              {t('people.walk')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The emoji that a person shows right now. */
function Feelings({ of }: { of: readonly Feeling[] }) {
  const t = useText('blocks')
  const latest = of.filter(({ kind }) => kind === 'emoji').at(-1)
  const emoji = latest && EMOJIS[latest.id]
  if (!emoji) return null
  return (
    <span role="img" aria-label={t(`emoji.${emoji.name}`)}>
      {emoji.sign}
    </span>
  )
}
