// The body of the select-world modal: search, join, or create a world.
import {
  Button,
  ErrorMessage,
  SearchInput,
  Skeleton,
  type SlotProps,
  useDebounced,
  usePagePath,
  useText,
  useToast,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useState } from 'react'
import { useJoinWorld } from '../api/world'
import { useWorlds } from '../api/worlds'
import { WorldOption } from '../select/WorldOption'

export default function SelectWorld({ close }: SlotProps) {
  const t = useText('worlds')
  const toast = useToast()
  const navigate = useNavigate()
  const createPath = usePagePath('create')
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const q = useDebounced(search.trim())
  const list = useWorlds({ q })
  const chosen = list.worlds.find((world) => world.worldId === chosenId)
  const join = useJoinWorld((world) => {
    close()
    toast(t('world.joined', { world: world.worldName }), 'good')
    void navigate(`/${world.worldName}`)
  })

  function goCreate() {
    close()
    void navigate(createPath)
  }

  return (
    <div className="w-select">
      <SearchInput label={t('select.search')} name="search" value={search} onValue={setSearch} />
      <fieldset className="w-options">
        <legend className="wv-visually-hidden">{t('select.list')}</legend>
        {list.status === 'pending' &&
          ['a', 'b', 'c'].map((key) => <Skeleton key={key} style={{ height: 64 }} />)}
        {list.status === 'error' && <ErrorMessage error={list.error} onRetry={list.refetch} />}
        {list.worlds.map((world) => (
          <WorldOption
            key={world.worldId}
            world={world}
            checked={world.worldId === chosenId}
            onChoose={() => setChosenId(world.worldId)}
          />
        ))}
        {list.status === 'success' && list.worlds.length === 0 && !list.isPlaceholderData && (
          <p className="w-options-empty">{t(q ? 'select.nothing' : 'select.empty')}</p>
        )}
        {list.hasNextPage && (
          <Button
            variant="quiet"
            size="small"
            pending={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {t('select.more')}
          </Button>
        )}
      </fieldset>
      <Button
        wide
        disabled={!chosen}
        pending={join.pending}
        onClick={() => chosen && join.join(chosen.worldId)}
      >
        {chosen ? t('select.join', { world: chosen.worldName }) : t('select.joinNone')}
      </Button>
      <p className="w-select-foot">
        {t('select.createLead')}{' '}
        <button type="button" onClick={goCreate}>
          {t('select.create')}
        </button>
      </p>
    </div>
  )
}
