// The relationship with the person of a profile page, and its actions.
import {
  Button,
  Icon,
  type Person,
  type ProfileSlotData,
  type SlotProps,
  useAction,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { useFriendActions } from '../api/actions'
import { useRelation } from '../api/friends'
import type { Relation } from '../api/types'
import { RemoveFriend } from '../friend/RemoveFriend'
import { GiftButton } from '../parts/GiftButton'

export default function ProfileActions({ data }: SlotProps) {
  const { status, user } = useCaller()
  const { self, blocked, nickname } = data as ProfileSlotData
  if (self || blocked) return null
  if (status === 'visitor') return <IdentifyFirstButton modal="sign-in" />
  if (!user) return null
  return user.hasNickname ? <RelationActions nickname={nickname} /> : <IdentifyFirstButton modal="nickname" />
}

/** Asks a visitor to log in, or a member to choose a nickname. */
function IdentifyFirstButton({ modal: id }: { modal: string }) {
  const t = useText('friends')
  const modal = useModal()
  return (
    <Button onClick={() => modal.open(id)}>
      <Icon name="plus" size={18} /> {t('add')}
    </Button>
  )
}

function RelationActions({ nickname }: { nickname: string }) {
  const relation = useRelation(nickname)
  return relation.data ? <Actions relation={relation.data} /> : null
}

function Actions({ relation }: { relation: Relation }) {
  const t = useText('friends')
  const { person, state, relationshipId } = relation
  const { ask, answer, cancel } = useFriendActions()
  const request = { relationshipId: relationshipId ?? '', person }
  const asking = useAction(() => ask(person, state))
  const answering = useAction((approve: boolean) => answer(request, approve))
  const cancelling = useAction(() => cancel(request))
  switch (state) {
    case 'none':
      return (
        <Button pending={asking.pending} onClick={() => void asking.run()}>
          <Icon name="plus" size={18} /> {t('add')}
        </Button>
      )
    case 'sent':
      return (
        <Button
          variant="secondary"
          pending={cancelling.pending}
          disabled={!relationshipId}
          onClick={() => void cancelling.run()}
        >
          <Icon name="clock" size={18} /> {t('states.sent')} · {t('cancel')}
        </Button>
      )
    case 'received':
      return (
        <>
          <Button pending={answering.pending} onClick={() => void answering.run(true)}>
            <Icon name="check" size={18} /> {t('acceptLong')}
          </Button>
          <Button variant="secondary" pending={answering.pending} onClick={() => void answering.run(false)}>
            {t('reject')}
          </Button>
        </>
      )
    case 'friends':
      return <Friends person={person} />
    default:
      return null
  }
}

function Friends({ person }: { person: Person }) {
  const t = useText('friends')
  const [asking, setAsking] = useState(false)
  const name = person.nickname
  return (
    <>
      <GiftButton person={person} />
      <Button variant="secondary" aria-label={t('friendsWith', { name })} onClick={() => setAsking(true)}>
        <Icon name="check" size={18} /> {t('states.friends')}
      </Button>
      {asking && <RemoveFriend person={person} onClose={() => setAsking(false)} />}
    </>
  )
}
