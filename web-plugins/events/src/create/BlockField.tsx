// Where an event takes place: the organiser's blocks and those that they have visited, blocks of worlds found by name, or the
// address of a block. A challenge takes place in a block with a game that takes times.
import { ErrorMessage, Notice, useDebounced, useLanguage, useText } from '@witverse/sdk'
import { Combobox, type ComboboxOption } from '@witverse/sdk/pickers'
import { Link, useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { type Block, useBlock, useFoundBlocks, useOwnBlocks } from '../api/choices'
import type { StepProps } from './step-props'

export function BlockField({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 300)
  const own = useOwnBlocks(worldName)
  const found = useFoundBlocks(q)
  const chosen = useBlock(draft.blockId)
  /** The block of a kept or copied draft: the field shows its name once it is read. */
  const [firstId] = useState(draft.blockId)
  const first = useBlock(firstId)
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const isChallenge = draft.type === 'challenge'
  const optionOf = (block: Pick<Block, 'blockId' | 'title' | 'worldName'>) => ({
    id: block.blockId,
    text: block.title[language],
    note: block.worldName,
  })
  const wanted = typed.trim().toLocaleLowerCase()
  const hasText = ({ title, worldName }: Block) =>
    `${title.ko}\n${title.en}\n${worldName}`.toLocaleLowerCase().includes(wanted)
  const mine = (own.data ?? []).filter(hasText)
  const others = wanted === '' ? [] : (found.data ?? [])
  const all = [...mine, ...others.filter(({ blockId }) => !mine.some((one) => one.blockId === blockId))]
  const usable = all.filter(({ type }) => !isChallenge || type === 'game')
  const shown = chosen.data ? optionOf(chosen.data) : null
  const value = draft.blockId === '' ? null : picked?.id === draft.blockId ? picked : shown
  const hint = isChallenge ? 'create.gameBlock' : 'create.blockHint'
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside drops its text with the focus; the search follows */}
      <div onFocus={({ target }) => target instanceof HTMLInputElement && setTyped('')}>
        <Combobox
          key={first.data?.blockId ?? ''}
          label={t('create.block')}
          name="blockId"
          value={value}
          onValue={(option) => {
            setPicked(option)
            set({ blockId: option?.id ?? '' })
            setTyped('')
          }}
          options={usable.map(optionOf)}
          onSearch={setTyped}
          searching={own.isPending || found.isFetching || q !== typed.trim()}
          hint={t(hint)}
          error={errorOf('blockId')}
        />
      </div>
      {own.isError && <ErrorMessage error={own.error} onRetry={() => void own.refetch()} />}
      {draft.blockId !== '' && chosen.isError && <Notice icon="block">{t('create.blockGone')}</Notice>}
      {chosen.data && draft.blockId !== '' && (
        <p className="wv-note">
          <Link to={`/${chosen.data.worldName}/${chosen.data.blockName}`} target="_blank">
            {t('create.seeBlock', { block: chosen.data.title[language], world: chosen.data.worldName })}
          </Link>
        </p>
      )}
      {isChallenge && draft.blockId === '' && own.data && !own.data.some(({ type }) => type === 'game') && (
        <Notice icon="block">{t('create.noGameBlocks')}</Notice>
      )}
    </>
  )
}
