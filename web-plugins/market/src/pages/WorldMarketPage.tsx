// `/{worldName}/market`: the items of a world's collections that are for sale.
import { Page, useText, WorldGate } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { MarketList } from '../parts/MarketList'

export default function WorldMarketPage() {
  const t = useText('market')
  return (
    <WorldGate>
      {({ worldName }) => (
        <Page title={t('world.title', { world: worldName })} className="mk-page">
          <header className="wv-head">
            <h1>{t('world.title', { world: worldName })}</h1>
            <p>
              {t('world.lead')} <Link to={`/${worldName}`}>{t('world.back', { world: worldName })}</Link>
            </p>
          </header>
          <MarketList world={worldName} />
        </Page>
      )}
    </WorldGate>
  )
}
