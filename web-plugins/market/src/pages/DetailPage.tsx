// `/market/detail?id=&meetupId=&listing=`: an item on the market. `meetupId` is the event whose participants need the item,
// `listing` the listing that a link was made for.
import {
  BackLink,
  ButtonLink,
  EmptyInline,
  EmptyPage,
  formatWit,
  ListView,
  Loaded,
  Notice,
  Page,
  Panel,
  PersonName,
  Picture,
  ReportButton,
  useCaller,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useCollectionOffers, useItemOffers, useItemSales, useMarketItem, useMeetup } from '../api/market'
import type { ItemDetail, MarketItem, Sale } from '../api/types'
import { useMarketPath } from '../parts/base'
import { OfferRow } from '../parts/OfferRow'
import { SaleChart } from '../parts/SaleChart'
import { SaleRows } from '../parts/SaleRows'
import { TradePanel } from '../parts/TradePanel'

export default function DetailPage() {
  const t = useText('market')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const item = useMarketItem(id)
  const missing = (
    <EmptyPage
      title={t('missing.item')}
      text={t('missing.text')}
      action={<ButtonLink to="/market">{t('missing.action')}</ButtonLink>}
    />
  )
  if (id === '') return missing
  return (
    <Loaded query={item} title={t('title')} missing={missing}>
      {(detail) => (
        <Detail
          key={id}
          detail={detail}
          meetupId={search.get('meetupId') ?? ''}
          linkedListing={search.get('listing')}
        />
      )}
    </Loaded>
  )
}

interface DetailProps {
  detail: ItemDetail
  /** Empty: the link names no event. */
  meetupId: string
  /** The listing of the link. */
  linkedListing: string | null
}

function Detail({ detail, meetupId, linkedListing }: DetailProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const base = useMarketPath()
  const { item, owner, isOwn, listing, medianHundredths, collectionName } = detail
  const name = item.name[language]
  const sales = useItemSales(item.itemId)
  const meetup = useMeetup(meetupId)
  const [purchase, setPurchase] = useState<Sale | null>(null)
  // The owner knows: they bought the item, or ended the sale themselves.
  const hasEnded = linkedListing !== null && linkedListing !== listing?.listingId && !isOwn
  return (
    <Page title={name} stack>
      <BackLink to={base}>{t('title')}</BackLink>
      <div className="mk-view">
        <div className="mk-picture">
          <Picture src={item.thumbnailUrl} alt={name} width={640} height={640} eager />
        </div>
        <div className="mk-about">
          <p className="mk-collection">
            <Link to={`${base}/${item.collectionId}`}>{collectionName[language]}</Link>
            {item.edition !== null && <span> #{item.edition}</span>}
          </p>
          <h1>{name}</h1>
          {detail.description[language] && <p>{detail.description[language]}</p>}
          {owner && (
            <div className="mk-person">
              <PersonName person={owner} note={t(isOwn ? 'ownerYou' : 'owner')} />
              <ReportButton person={owner} kind="item" id={item.itemId} />
            </div>
          )}
          {meetup.data && (
            <Notice icon="gem">
              {t('opensMeetup')} <Link to={`/event/${meetupId}`}>{meetup.data.title[language]}</Link>
            </Notice>
          )}
          {hasEnded && !purchase && <Notice icon="warning">{t('listingEnded')}</Notice>}
          {purchase && <Purchased itemId={item.itemId} saleId={purchase.saleId} />}
          <TradePanel detail={detail} onBought={setPurchase} isBought={purchase !== null} />
          {medianHundredths !== null && (
            <p className="wv-note">{t('price.median', { wit: formatWit(medianHundredths) })}</p>
          )}
          <div className="wv-actions">
            <ButtonLink variant="secondary" size="small" to={`/item/${item.itemId}`}>
              {t('seeItem')}
            </ButtonLink>
          </div>
        </div>
      </div>
      <Offers detail={detail} />
      {isOwn && !detail.isUsed && <CollectionOffers item={item} />}
      <Panel title={t('sales.history')} text={t('sales.text')}>
        <SaleChart sales={sales.items} />
        <SaleRows list={sales} label={t('sales.history')} />
      </Panel>
    </Page>
  )
}

/** After a purchase: what the person has now, and where to see it. */
function Purchased({ itemId, saleId }: { itemId: string; saleId: string }) {
  const t = useText('market')
  return (
    <Notice
      icon="check"
      tone="good"
      action={
        <div className="wv-actions">
          <ButtonLink size="small" to={`/item/${itemId}`}>
            {t('buy.view')}
          </ButtonLink>
          <ButtonLink variant="secondary" size="small" to={`/market/receipt?sale=${saleId}`}>
            {t('sales.receipt')}
          </ButtonLink>
        </div>
      }
    >
      {t('buy.yours')}
    </Notice>
  )
}

function Offers({ detail }: { detail: ItemDetail }) {
  const t = useText('market')
  const { status } = useCaller()
  const offers = useItemOffers(detail.item.itemId)
  const sellable = detail.isOwn && !detail.isUsed ? detail.item : undefined
  return (
    <Panel title={t('offers.title')} text={t('offers.text')}>
      <ListView
        list={offers}
        label={t('offers.title')}
        empty={<EmptyInline text={t(status === 'visitor' ? 'offers.noneVisitor' : 'offers.none')} />}
        keyOf={({ offerId }) => offerId}
      >
        {(offer) => <OfferRow offer={offer} sellable={sellable} />}
      </ListView>
    </Panel>
  )
}

/** Offers on any item of the collection, which the owner can accept with this one. */
function CollectionOffers({ item }: { item: MarketItem }) {
  const t = useText('market')
  const offers = useCollectionOffers(item.collectionId)
  if (offers.items.length === 0) return null
  return (
    <Panel title={t('collection.offers')} text={t('collection.offersText')}>
      <ListView list={offers} label={t('collection.offers')} empty={null} keyOf={({ offerId }) => offerId}>
        {(offer) => <OfferRow offer={offer} sellable={item} />}
      </ListView>
    </Panel>
  )
}
