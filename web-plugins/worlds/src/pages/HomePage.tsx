// `/`: introduction, carousel of worlds, and the sections of other plugins.
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorMessage,
  hueStyle,
  Page,
  PluginSlot,
  useCaller,
  useModal,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useCallback, useState } from 'react'
import type { WorldCard } from '../api/types'
import { useWorlds } from '../api/worlds'
import { CarouselSkeleton } from '../carousel/CarouselSkeleton'
import { firstIndex } from '../carousel/position'
import { WorldCarousel } from '../carousel/WorldCarousel'

const QUIET_HUE = 250

export default function HomePage() {
  const t = useText('worlds')
  const list = useWorlds()
  const [chosen, setChosen] = useState<WorldCard | null>(null)
  const current = chosen ?? list.worlds[firstIndex(list.worlds.length)]
  return (
    <Page title={t('home.title')} width="bleed" className="w-home">
      <div className="w-home-ground wv-hue" style={hueStyle(current?.hue ?? QUIET_HUE)}>
        <Hero />
        <Worlds list={list} onCurrent={setChosen} />
      </div>
      <PluginSlot at="home.section" />
    </Page>
  )
}

function Hero() {
  const t = useText('worlds')
  const modal = useModal()
  const { status, user } = useCaller()
  return (
    <header className="w-hero">
      <h1 className="w-hero-title">{t('home.heading')}</h1>
      <div className="w-hero-side">
        <p className="w-hero-lead">{t('home.lead')}</p>
        <div className="w-hero-actions">
          {status === 'visitor' && (
            <>
              <Button size="large" onClick={() => modal.open('sign-up')}>
                {t('home.signUp')}
              </Button>
              <Button size="large" variant="secondary" onClick={() => modal.open('sign-in')}>
                {t('home.signIn')}
              </Button>
            </>
          )}
          {user && !user.hasWorld && (
            <Button size="large" onClick={() => modal.open(user.hasNickname ? 'select-world' : 'nickname')}>
              {t('home.choose')}
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}

interface WorldsProps {
  list: ReturnType<typeof useWorlds>
  onCurrent: (world: WorldCard) => void
}

function Worlds({ list, onCurrent }: WorldsProps) {
  const t = useText('worlds')
  const createPath = usePagePath('create')
  const { status, error, refetch, worlds, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])

  if (status === 'pending') return <CarouselSkeleton />
  if (status === 'error') return <ErrorMessage error={error} onRetry={refetch} />
  if (worlds.length === 0) {
    return (
      <EmptyState
        title={t('home.emptyTitle')}
        text={t('home.emptyText')}
        action={<ButtonLink to={createPath}>{t('home.create')}</ButtonLink>}
      />
    )
  }
  return <WorldCarousel worlds={worlds} hasMore={hasNextPage} onNearEnd={loadMore} onCurrent={onCurrent} />
}
