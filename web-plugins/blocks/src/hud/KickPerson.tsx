// Removes a person from a block for a while.
import { Confirm, Select, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useKick } from '../api/rooms'
import type { Member } from '../room/presence'

/** In minutes. */
const LENGTHS = { short: 10, hour: 60, day: 1440 }
type Length = keyof typeof LENGTHS
const NAMES = Object.keys(LENGTHS) as Length[]

interface KickPersonProps {
  blockId: string
  member: Member
  onClose: () => void
}

export function KickPerson({ blockId, member, onClose }: KickPersonProps) {
  const t = useText('blocks')
  const toast = useToast()
  const kick = useKick()
  const [length, setLength] = useState<string>('short')
  async function confirm() {
    await kick(blockId, member.user, LENGTHS[length as Length])
    toast(t('people.kicked', { name: member.name }), 'good')
  }
  return (
    <Confirm
      title={t('people.kickTitle', { name: member.name })}
      text={t('people.kickText')}
      action={t('people.kick')}
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    >
      <Select
        label={t('people.kickFor')}
        name="length"
        value={length}
        onValue={setLength}
        options={NAMES.map((name) => ({ value: name, text: t(`people.length.${name}`) }))}
      />
    </Confirm>
  )
}
