// `/market`: items for sale, with search, filters and saved searches in the address.
import { ButtonLink, Icon, Page, PageHead, useCaller, usePagePath, useText } from '@witverse/sdk'
import { MarketList } from '../parts/MarketList'

export default function MarketPage() {
  const t = useText('market')
  const { status } = useCaller()
  const trades = usePagePath('trades')
  return (
    <Page title={t('title')} stack>
      <PageHead title={t('title')} text={t('lead')}>
        {status === 'member' && (
          <div className="wv-actions">
            <ButtonLink variant="secondary" to={trades}>
              {t('trades.title')}
            </ButtonLink>
            <ButtonLink to="/inventory">
              <Icon name="plus" size={18} /> {t('sell')}
            </ButtonLink>
          </div>
        )}
      </PageHead>
      <MarketList />
    </Page>
  )
}
