// The people in the room. Each can be walked to, reported and, by moderators, removed.
import { Badge, Button, Icon, IconButton, useCaller, useModal, useText } from '@witverse/sdk'
import { Menu, type MenuEntry } from '@witverse/sdk/controls'
import { useState } from 'react'
import type { Feeling, Member } from '../room/presence'
import type { Session } from '../room/session'
import { EMOJIS } from './feelings'
import { KickPerson } from './KickPerson'
import { LookBadge } from './LookBadge'
import { usePresence } from './useRoom'

interface PeoplePanelProps {
  session: Session
  blockId: string
  onNoWay(): void
}

export function PeoplePanel({ session, blockId, onNoWay }: PeoplePanelProps) {
  const t = useText('blocks')
  const { members, self, feelings } = usePresence(session)
  const [kicked, setKicked] = useState<Member | null>(null)
  const isModerator = self !== null && members.get(self)?.moderator === true
  const sorted = [...members.values()].sort((a, b) => a.name.localeCompare(b.name))
  function walkTo(member: Member) {
    const at = session.shownOthers(0).get(member.slot)
    if (!at || !session.walkTo({ x: at.x + Math.sin(at.yaw), z: at.z + Math.cos(at.yaw) })) onNoWay()
  }
  return (
    <>
      <ul className="bl-list" aria-label={t('people.title')}>
        {sorted.map((member) => (
          <li key={member.slot}>
            <span className="bl-list-name">
              <LookBadge member={member} />
              {member.name}
              {member.slot === self && <Badge>{t('people.you')}</Badge>}
              {member.moderator && <Badge>{t('people.moderator')}</Badge>}
              {member.away && <span className="bl-hint">{t('people.away')}</span>}
              {member.seat !== null && <span className="bl-hint">{t('people.sits')}</span>}
              <Feelings of={feelings.filter(({ slot }) => slot === member.slot)} />
            </span>
            {member.slot !== self && (
              <span className="bl-list-actions">
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('people.walkTo', { name: member.name })}
                  onClick={() => walkTo(member)}
                >
                  {t('people.walk')}
                </Button>
                {!member.guest && (
                  <PersonMenu
                    member={member}
                    blockId={blockId}
                    onKick={isModerator && !member.moderator ? () => setKicked(member) : null}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {kicked && <KickPerson blockId={blockId} member={kicked} onClose={() => setKicked(null)} />}
    </>
  )
}

interface PersonMenuProps {
  member: Member
  blockId: string
  /** Null: the caller does not moderate this person. */
  onKick: (() => void) | null
}

function PersonMenu({ member, blockId, onKick }: PersonMenuProps) {
  const t = useText('blocks')
  const modal = useModal()
  const { user } = useCaller()
  const { user: userId, name } = member
  const label = t('people.more', { name })
  const report = () =>
    user ? modal.open('report', { userId, name, roomId: `blocks:${blockId}` }) : modal.open('sign-in')
  const entries: MenuEntry[] = [
    { id: 'profile', text: t('people.profile'), icon: 'person', to: `/user/${userId}` },
    { id: 'report', text: t('people.report'), icon: 'flag', onSelect: report },
  ]
  if (onKick)
    entries.push({ id: 'kick', text: t('people.kick'), icon: 'leave', tone: 'danger', onSelect: onKick })
  return (
    <Menu
      label={label}
      align="end"
      entries={entries}
      trigger={
        <IconButton label={label}>
          <Icon name="more" size={18} />
        </IconButton>
      }
    />
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
