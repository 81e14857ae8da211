import { Avatar, useDebounced, useText } from '@witverse/sdk'
import { Combobox, type ComboboxOption } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { Demo } from '../Demo'
import { BLOCKS, PEOPLE } from '../samples'

export function ComboboxPage() {
  const t = useText('shell-gallery')
  const [block, setBlock] = useState<ComboboxOption | null>(BLOCKS[1] ?? null)
  const [friend, setFriend] = useState<ComboboxOption | null>(null)
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed)
  const found = PEOPLE.filter((name) => name.startsWith(wanted)).map((name) => ({
    id: name,
    text: name,
    note: t('people.member'),
    lead: <Avatar name={name} size={28} />,
  }))
  const options = BLOCKS.map((one, index) =>
    index === 3 ? { ...one, disabled: true, note: t('combobox.locked') } : one,
  )
  return (
    <>
      <Demo title={t('states.normal')} layout="grid">
        <Combobox
          label={t('combobox.block')}
          name="block"
          value={block}
          onValue={setBlock}
          options={options}
          placeholder={t('combobox.placeholder')}
        />
        <Combobox
          label={t('combobox.friend')}
          name="friend"
          value={friend}
          onValue={setFriend}
          options={found}
          onSearch={setTyped}
          searching={typed !== wanted}
          hint={t('combobox.friendHint')}
        />
      </Demo>
      <Demo title={t('states.error')} layout="grid">
        <Combobox
          label={t('combobox.block')}
          name="missing"
          value={null}
          onValue={setBlock}
          options={BLOCKS}
          error={t('form.blockMissing')}
        />
        <Combobox
          label={t('states.disabled')}
          name="locked"
          value={block}
          onValue={setBlock}
          options={BLOCKS}
          disabled
        />
        <Combobox label={t('states.empty')} name="none" value={null} onValue={setBlock} options={[]} />
      </Demo>
    </>
  )
}
