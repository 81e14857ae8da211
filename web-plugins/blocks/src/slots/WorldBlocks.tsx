// On the page of a world: its main block, the newest ones, and for those who may, the way to build one.
import {
  ButtonLink,
  EmptyState,
  ErrorMessage,
  Icon,
  Skeleton,
  type SlotProps,
  useText,
  type WorldSlotData,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { lazy, Suspense } from 'react'
import { useBlocksPreview } from '../api/blocks'
import { craftingPath, mayBuild } from '../create/crafting'
import { BlockCardLink } from '../list/BlockCardLink'

const WorldCrafting = lazy(
  () => import(/* webpackChunkName: "page-world-crafting" */ '../create/WorldCrafting'),
)

export default function WorldBlocks({ data }: SlotProps) {
  const world = data as WorldSlotData
  const [search, setSearch] = useSearchParams()
  // Of a private world, other people see the name only.
  const isOpen = world.isPublic || world.isMember || world.isOwner || world.isAdmin
  return (
    <>
      {isOpen && <Section world={world} />}
      {search.get('state') === 'crafting' && (
        <Suspense fallback={null}>
          <WorldCrafting
            world={world}
            kind={search.get('kind')}
            onClose={() => setSearch({}, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}

function Section({ world }: { world: WorldSlotData }) {
  const t = useText('blocks')
  const { worldName } = world
  return (
    <section className="bl-section" aria-labelledby="world-blocks">
      <header className="wv-section-head">
        <h2 id="world-blocks">{t('list.title')}</h2>
        <ButtonLink variant="quiet" size="small" to={`/${worldName}/block`}>
          {t('list.all')} <Icon name="right" size={16} />
        </ButtonLink>
        {mayBuild(world) && (
          <ButtonLink variant="secondary" size="small" to={craftingPath(worldName, 'block')}>
            <Icon name="plus" size={16} /> {t('list.build')}
          </ButtonLink>
        )}
      </header>
      <Cards world={world} />
    </section>
  )
}

function Cards({ world }: { world: WorldSlotData }) {
  const t = useText('blocks')
  const list = useBlocksPreview(world.worldName)
  if (list.status === 'pending') return <CardSkeletons cards={3} />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  const { mainBlock, items } = list.data
  if (!mainBlock && items.length === 0) {
    return (
      <EmptyState
        title={t('list.none')}
        text={t(mayBuild(world) ? 'list.noneBuilder' : 'list.noneText')}
        action={
          mayBuild(world) && (
            <ButtonLink to={craftingPath(world.worldName, 'block')}>{t('list.build')}</ButtonLink>
          )
        }
      />
    )
  }
  return (
    <div className="wv-grid bl-cards">
      {mainBlock && <BlockCardLink block={mainBlock} isMain />}
      {items.map((block) => (
        <BlockCardLink key={block.blockId} block={block} />
      ))}
    </div>
  )
}

export function CardSkeletons({ cards }: { cards: number }) {
  return (
    <div className="wv-grid bl-cards">
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} style={{ height: 190 }} />
      ))}
    </div>
  )
}
