// Doors to other blocks: of this world, or by their address.
import {
  Button,
  describeError,
  EmptyInline,
  TextInput,
  unsentPart,
  useAction,
  useApi,
  useLanguage,
} from '@witverse/sdk'
import { useState } from 'react'
import { type BlockCard, useBlocks, useBlocksPreview } from '../../api/blocks'
import { findBlock } from '../../api/editor'
import * as commands from '../commands'
import { useEditor, useEditorState } from '../context'
import { find, isDoor } from '../document'
import { useEditorText } from '../texts'

/** The last two parts of an address are the world and the block. */
export function parseAddress(text: string): [worldName: string, blockName: string] | null {
  const path =
    text
      .trim()
      .replace(/^https?:\/\/[^/]+/, '')
      .split(/[?#]/)[0] ?? ''
  const parts = path.split('/').filter((part) => part !== '')
  const [worldName, blockName] = parts
  return parts.length === 2 && worldName && blockName ? [worldName, blockName] : null
}

export function DoorsPanel() {
  const t = useEditorText()
  const { language } = useLanguage()
  const { store, block, targets } = useEditor()
  const { selection } = useEditorState()
  const list = useBlocks(block.worldName)
  const main = useBlocksPreview(block.worldName).data?.mainBlock
  const chosen = selection.length === 1 ? find(store.document, selection[0] ?? '')?.thing : undefined
  const door = chosen && isDoor(chosen) ? chosen : null
  const others = [...(main ? [main] : []), ...list.items].filter(({ blockId }) => blockId !== block.blockId)
  function lead(to: Pick<BlockCard, 'blockId' | 'worldName' | 'blockName' | 'title'>) {
    targets.set(to.blockId, to)
    if (door) store.run(commands.retarget(store.document, door.id, to.blockId))
    else store.addDoor(to.blockId)
  }
  return (
    <div className="wv-form">
      <p className="bl-muted">{t(door ? 'doors.change' : 'doors.text')}</p>
      <AddressField onFound={lead} />
      <h2>{t('doors.here')}</h2>
      {others.length === 0 && list.status !== 'pending' && <EmptyInline text={t('doors.none')} />}
      <ul className="bl-thing-list">
        {others.map((one) => (
          <li key={one.blockId}>
            <button type="button" className="bl-thing" onClick={() => lead(one)}>
              <span>{one.title[language]}</span>
              <small>{one.blockName}</small>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="quiet" onClick={() => void list.fetchNextPage()}>
          {t('doors.more')}
        </Button>
      )}
    </div>
  )
}

function AddressField({ onFound }: { onFound: (block: Awaited<ReturnType<typeof findBlock>>) => void }) {
  const t = useEditorText()
  const api = useApi()
  const { language } = useLanguage()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { pending, run } = useAction(async () => {
    const parts = parseAddress(address)
    if (!parts) return setProblem(t('doors.addressRule'))
    try {
      onFound(await findBlock(api, ...parts))
      setAddress((now) => unsentPart(now, address))
    } catch (error) {
      setProblem(describeError(error, language))
    }
  })
  return (
    <form
      className="bl-address"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextInput
        label={t('doors.address')}
        name="address"
        value={address}
        onValue={(value) => {
          setAddress(value)
          setProblem(undefined)
        }}
        hint={t('doors.addressRule')}
        error={problem}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" pending={pending}>
        {t('doors.add')}
      </Button>
    </form>
  )
}
