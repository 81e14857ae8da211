// `/world`: every public world, to look around as a guest, and the way to create one.
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorMessage,
  hueStyle,
  Icon,
  Page,
  PageHead,
  PluginSlot,
  SearchInput,
  Segments,
  Skeleton,
  useCaller,
  useDebounced,
  useLanguage,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import type { WorldCard } from '../api/types'
import { SORTS, type Sort, useWorlds } from '../api/worlds'
import { WorldLogo } from '../art/WorldLogo'
import { WorldPicture } from '../art/WorldPicture'
import { describeWorld } from '../world/welcome'

export default function ExplorePage() {
  const t = useText('worlds')
  const { user } = useCaller()
  const createPath = usePagePath('create')
  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort>('members')
  const q = useDebounced(text.trim())
  const list = useWorlds(q === '' ? { sort } : { q })
  return (
    <Page title={t('explore.title')} className="w-explore">
      <PageHead title={t('explore.title')} text={t('explore.lead')} />
      <div className="w-explore-bar">
        <SearchInput name="world" label={t('explore.search')} value={text} onValue={setText} />
        {!user?.hasWorld && (
          <ButtonLink to={createPath}>
            <Icon name="plus" size={18} /> {t('home.create')}
          </ButtonLink>
        )}
      </div>
      {q === '' && (
        <Segments
          label={t('explore.sort')}
          name="sort"
          value={sort}
          onValue={(value) => setSort(value as Sort)}
          options={SORTS.map((value) => ({ value, text: t(`explore.by.${value}`) }))}
        />
      )}
      {list.status === 'pending' && <ExploreSkeleton />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={list.refetch} />}
      {list.status === 'success' && list.worlds.length === 0 && !list.isPlaceholderData && (
        <EmptyState title={t('select.nothing')} text={t('explore.nothingText')} />
      )}
      <ul className="w-explore-grid" aria-busy={list.isPlaceholderData} aria-label={t('select.list')}>
        {list.worlds.map((world) => (
          <li key={world.worldId}>
            <ExploreCard world={world} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('select.more')}
        </Button>
      )}
      <PluginSlot at="world.explore.section" />
    </Page>
  )
}

function ExploreCard({ world }: { world: WorldCard }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  return (
    <Link className="w-explore-card wv-hue" style={hueStyle(world.hue)} to={`/${world.worldName}`}>
      <WorldPicture world={world} className="w-explore-picture" />
      <span className="w-explore-text">
        <WorldLogo world={world} size={40} />
        <b>{world.worldName}</b>
        <span>{describeWorld(world, language, t)}</span>
        <small>
          {t('world.members', { count: world.memberCount })}
          {world.isMember && ` · ${t('world.livesHere')}`}
        </small>
      </span>
    </Link>
  )
}

function ExploreSkeleton() {
  const t = useText('worlds')
  return (
    <div className="w-explore-grid" role="status" aria-label={t('loading')}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} style={{ height: 260, borderRadius: 'var(--radius-card)' }} />
      ))}
    </div>
  )
}
