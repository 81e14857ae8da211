// `/market/{collection}`: floor, volume, owners and supply, the chart of the last 90 days, items for sale, offers, sales.
import {
  Badge,
  Button,
  ButtonLink,
  EmptyInline,
  EmptyPage,
  Figures,
  formatCount,
  formatWit,
  ListView,
  Loaded,
  Notice,
  Page,
  PageHead,
  Panel,
  ReportButton,
  useCaller,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { HaltDialog } from '../admin/HaltDialog'
import { useCollectionOffers, useCollectionSales, useMarketCollection } from '../api/market'
import type { Collection } from '../api/types'
import { OfferDialog } from '../dialogs/OfferDialog'
import { MarketList } from '../parts/MarketList'
import { OfferRow } from '../parts/OfferRow'
import { PriceChart } from '../parts/PriceChart'
import { SaleRows } from '../parts/SaleRows'

export default function CollectionPage() {
  const t = useText('market')
  const { collection: id = '' } = useParams()
  const missing = (
    <EmptyPage
      title={t('missing.collection')}
      text={t('missing.text')}
      action={<ButtonLink to="/market">{t('missing.action')}</ButtonLink>}
    />
  )
  return (
    <Loaded query={useMarketCollection(id)} title={t('title')} missing={missing}>
      {(collection) => <CollectionView collection={collection} />}
    </Loaded>
  )
}

/** The server counts items and owners up to this number. */
const COUNTED_MAX = 10_000

const counted = (count: number): string =>
  count >= COUNTED_MAX ? `${formatCount(COUNTED_MAX)}+` : formatCount(count)

function CollectionView({ collection }: { collection: Collection }) {
  const t = useText('market')
  const { language } = useLanguage()
  const { status, user } = useCaller()
  const [offering, setOffering] = useState(false)
  const [halting, setHalting] = useState(false)
  const { collectionId: id, name } = collection
  const sales = useCollectionSales(id)
  const figures = [
    ['floor', collection.floorHundredths === null ? '–' : `${formatWit(collection.floorHundredths)} WIT`],
    ['volume', `${formatWit(collection.volumeHundredths)} WIT`],
    ['owners', counted(collection.owners)],
    [
      'supply',
      collection.supply === null
        ? counted(collection.items)
        : `${counted(collection.items)} / ${formatCount(collection.supply)}`,
    ],
  ] as const
  return (
    <Page title={name[language]} stack>
      <PageHead
        title={name[language]}
        text={
          <>
            {collection.maker && t('collection.by', { name: collection.maker.nickname })}{' '}
            {collection.royaltyBp > 0
              ? t('collection.royalty', { percent: collection.royaltyBp / 100 })
              : t('collection.noRoyalty')}
          </>
        }
      >
        <div className="wv-actions">
          <ButtonLink variant="secondary" to={`/collection/${id}`}>
            {t('collection.all')}
          </ButtonLink>
          {user?.roles.includes('admin') && !collection.isHalted && (
            <Button variant="quiet" onClick={() => setHalting(true)}>
              {t('admin.halt')}
            </Button>
          )}
          {status === 'member' && !collection.isHalted && (
            <Button onClick={() => setOffering(true)}>{t('collection.offer')}</Button>
          )}
          {collection.maker && <ReportButton person={collection.maker} kind="collection" id={id} />}
        </div>
      </PageHead>
      {collection.isHalted && (
        <Notice icon="warning" tone="bad">
          {t('collection.halted')}
          {collection.haltReason && <> {collection.haltReason[language]}</>}
        </Notice>
      )}
      <Figures figures={figures.map(([key, value]) => [t(`collection.${key}`), value])} />
      {collection.days.length > 0 && (
        <Panel title={t('collection.chart')} text={t('collection.chartText')}>
          <PriceChart days={collection.days} />
        </Panel>
      )}
      <header className="wv-section-head">
        <h2>
          {t('collection.listed')} <Badge>{formatCount(collection.listed)}</Badge>
        </h2>
      </header>
      <MarketList collection={id} />
      <Offers id={id} />
      <Panel title={t('sales.activity')} text={t('sales.text')}>
        <SaleRows list={sales} label={t('sales.activity')} withItem />
      </Panel>
      {halting && <HaltDialog collectionId={id} onClose={() => setHalting(false)} />}
      {offering && <OfferDialog name={name[language]} collectionId={id} onClose={() => setOffering(false)} />}
    </Page>
  )
}

function Offers({ id }: { id: string }) {
  const t = useText('market')
  const offers = useCollectionOffers(id)
  return (
    <Panel title={t('collection.offers')} text={t('collection.offersText')}>
      <ListView
        list={offers}
        label={t('collection.offers')}
        empty={<EmptyInline text={t('offers.none')} />}
        keyOf={({ offerId }) => offerId}
      >
        {(offer) => <OfferRow offer={offer} />}
      </ListView>
    </Panel>
  )
}
