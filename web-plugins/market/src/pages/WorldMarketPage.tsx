// `/{worldName}/market`: the items of a world's collections that are for sale.
import { isMissing, Page, PageError, PageSkeleton, useText } from '@witverse/sdk'
import { Link, useParams } from '@witverse/sdk/router'
import { useWorldId } from '../api/market'
import { MarketList } from '../parts/MarketList'

export default function WorldMarketPage() {
  const t = useText('market')
  const kit = useText('kit')
  const { worldName = '' } = useParams()
  const world = useWorldId(worldName)
  if (world.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (world.status === 'error' && !isMissing(world.error)) {
    return <PageError error={world.error} onRetry={() => void world.refetch()} />
  }
  return (
    <Page title={t('world.title', { world: worldName })} className="mk-page">
      <header className="wv-head">
        <h1>{t('world.title', { world: worldName })}</h1>
        <p>
          {t('world.lead')} <Link to={`/${worldName}`}>{t('world.back', { world: worldName })}</Link>
        </p>
      </header>
      {world.data && <MarketList world={worldName} />}
    </Page>
  )
}
