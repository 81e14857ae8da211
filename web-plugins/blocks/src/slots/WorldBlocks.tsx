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
import { BlockCardLink } from '../list/BlockCardLink'

const NewBlock = lazy(() => import(/* webpackChunkName: "page-new" */ '../create/NewBlock'))

export default function WorldBlocks({ data }: SlotProps) {
  const world = data as WorldSlotData
  // Of a private world, other people see the name only.
  const isOpen = world.isPublic || world.isMember || world.isOwner || world.isAdmin
  return isOpen ? <Section world={world} /> : null
}

/** Owners of a membership, and the administrators of the world. */
const mayBuild = ({ isOwner, isAdmin, hasMembership }: WorldSlotData) => isOwner || isAdmin || hasMembership

function Section({ world }: { world: WorldSlotData }) {
  const t = useText('blocks')
  const { worldName } = world
  const [search, setSearch] = useSearchParams()
  const isCrafting = search.get('state') === 'crafting'
  return (
    <section className="bl-section" aria-labelledby="world-blocks">
      <header className="bl-section-head">
        <h2 id="world-blocks">{t('list.title')}</h2>
        <ButtonLink variant="quiet" size="small" to={`/${worldName}/block`}>
          {t('list.all')} <Icon name="right" size={16} />
        </ButtonLink>
        {mayBuild(world) && (
          <ButtonLink variant="secondary" size="small" to={`/${worldName}?state=crafting`}>
            <Icon name="plus" size={16} /> {t('list.build')}
          </ButtonLink>
        )}
      </header>
      <Cards world={world} />
      {isCrafting && mayBuild(world) && (
        <Suspense fallback={null}>
          <NewBlock worldName={worldName} onClose={() => setSearch({}, { replace: true })} />
        </Suspense>
      )}
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
            <ButtonLink to={`/${world.worldName}?state=crafting`}>{t('list.build')}</ButtonLink>
          )
        }
      />
    )
  }
  return (
    <div className="bl-cards">
      {mainBlock && <BlockCardLink block={mainBlock} isMain />}
      {items.map((block) => (
        <BlockCardLink key={block.blockId} block={block} />
      ))}
    </div>
  )
}

export function CardSkeletons({ cards }: { cards: number }) {
  return (
    <div className="bl-cards">
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} style={{ height: 190 }} />
      ))}
    </div>
  )
}
