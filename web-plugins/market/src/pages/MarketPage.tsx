// `/market`: items for sale, with search, filters and saved searches in the address.
import { ButtonLink, Icon, Page, useCaller, usePagePath, useText } from '@witverse/sdk'
import { MarketList } from '../parts/MarketList'

export default function MarketPage() {
  const t = useText('market')
  const { status } = useCaller()
  const trades = usePagePath('trades')
  return (
    <Page title={t('title')} className="mk-page">
      <header className="wv-head mk-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
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
      </header>
      <MarketList />
    </Page>
  )
}
