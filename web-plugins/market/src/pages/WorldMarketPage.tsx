// `/{worldName}/market`: the items of a world's collections that are for sale.
import { Page, PageHead, useText, WorldGate } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { MarketList } from '../parts/MarketList'

export default function WorldMarketPage() {
  const t = useText('market')
  return (
    <WorldGate>
      {({ worldName }) => (
        <Page title={t('world.title', { world: worldName })} stack>
          <PageHead
            title={t('world.title', { world: worldName })}
            text={
              <>
                {t('world.lead')} <Link to={`/${worldName}`}>{t('world.back', { world: worldName })}</Link>
              </>
            }
          />
          <MarketList world={worldName} />
        </Page>
      )}
    </WorldGate>
  )
}
