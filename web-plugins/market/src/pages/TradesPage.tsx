// `/market/trades`: the caller's listings, offers, purchases, sales and watch list.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatMoment,
  ListView,
  MemberGate,
  NightLamp,
  Page,
  PageHead,
  Panel,
  Picture,
  Row,
  serverNow,
  TabLinks,
  TimeLeft,
  useLanguage,
  usePagePath,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useOwnListings, useOwnOffers, useOwnSales, useTrade, useWatches } from '../api/market'
import type { Listing } from '../api/types'
import { detailPath } from '../parts/base'
import { OfferRow } from '../parts/OfferRow'
import { SaleRows } from '../parts/SaleRows'

const TABS = ['listings', 'received', 'sent', 'bought', 'sold', 'watches'] as const
type Tab = (typeof TABS)[number]

export default function TradesPage() {
  const t = useText('market')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <NightLamp /> }
  return (
    <MemberGate title={t('trades.title')} visitor={visitor}>
      <Trades />
    </MemberGate>
  )
}

function Trades() {
  const t = useText('market')
  const path = usePagePath('trades')
  const [search] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === search.get('tab')) ?? 'listings'
  const tabs = TABS.map((id) => ({
    id,
    to: id === 'listings' ? path : `${path}?tab=${id}`,
    text: t(`tabs.${id}`),
  }))
  return (
    <Page title={t('trades.title')} stack>
      <PageHead title={t('trades.title')} text={t('trades.lead')} />
      <TabLinks label={t('trades.title')} tabs={tabs} current={tab} />
      <TabContent tab={tab} />
    </Page>
  )
}

function TabContent({ tab }: { tab: Tab }) {
  if (tab === 'listings') return <Listings />
  if (tab === 'received' || tab === 'sent') return <Offers key={tab} direction={tab} />
  if (tab === 'watches') return <Watches />
  return <Sales key={tab} side={tab} />
}

function Listings() {
  const t = useText('market')
  const listings = useOwnListings()
  return (
    <Panel title={t('tabs.listings')} text={t('trades.listings')}>
      <ListView
        list={listings}
        label={t('tabs.listings')}
        empty={<EmptyInline text={t('trades.noListings')} />}
        keyOf={({ listingId }) => listingId}
      >
        {(listing) => <ListingRow listing={listing} />}
      </ListView>
    </Panel>
  )
}

function ListingRow({ listing }: { listing: Listing }) {
  const t = useText('market')
  const { language } = useLanguage()
  const { item, status, expiresAt, closedAt, priceHundredths, hasOffers } = listing
  const isOpen = status === 'open' && Date.parse(expiresAt) > serverNow()
  const shown = status === 'open' && !isOpen ? 'expired' : status
  return (
    <Row
      picture={<Picture src={item.thumbnailUrl} width={48} height={48} />}
      title={
        <>
          <Link to={detailPath('/market', item.itemId)}>{item.name[language]}</Link>
          <Badge tone={isOpen || status === 'sold' ? 'good' : 'plain'}>{t(`listingStatus.${shown}`)}</Badge>
          {isOpen && hasOffers && <Badge>{t('hasOffers')}</Badge>}
        </>
      }
      notes={[isOpen ? <TimeLeft until={expiresAt} /> : formatMoment(closedAt ?? expiresAt)]}
    >
      <WitAmount hundredths={priceHundredths} />
    </Row>
  )
}

function Offers({ direction }: { direction: 'received' | 'sent' }) {
  const t = useText('market')
  const offers = useOwnOffers(direction)
  const [cancelling, setCancelling] = useState(false)
  const canCancel = direction === 'sent' && offers.items.some(({ status }) => status === 'open')
  return (
    <Panel
      title={t(`tabs.${direction}`)}
      text={t(`trades.${direction}`)}
      action={
        canCancel && (
          <Button variant="secondary" size="small" onClick={() => setCancelling(true)}>
            {t('cancelAll.action')}
          </Button>
        )
      }
    >
      <ListView
        list={offers}
        label={t(`tabs.${direction}`)}
        empty={<EmptyInline text={t('offers.none')} />}
        keyOf={({ offerId }) => offerId}
      >
        {(offer) => (
          <OfferRow
            offer={offer}
            withItem
            sellable={direction === 'received' ? (offer.item ?? undefined) : undefined}
          />
        )}
      </ListView>
      {cancelling && <CancelAll onClose={() => setCancelling(false)} />}
    </Panel>
  )
}

function CancelAll({ onClose }: { onClose: () => void }) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  return (
    <Confirm
      title={t('cancelAll.title')}
      text={t('cancelAll.text')}
      action={t('cancelAll.action')}
      tone="danger"
      onConfirm={async () => {
        await trade.cancelAllOffers()
        toast(t('cancelAll.done'), 'good')
      }}
      onClose={onClose}
    />
  )
}

function Sales({ side }: { side: 'bought' | 'sold' }) {
  const t = useText('market')
  const sales = useOwnSales(side)
  return (
    <Panel title={t(`tabs.${side}`)} text={t(`trades.${side}`)}>
      <SaleRows list={sales} label={t(`tabs.${side}`)} withItem />
    </Panel>
  )
}

function Watches() {
  const t = useText('market')
  const { language } = useLanguage()
  const watches = useWatches()
  return (
    <Panel title={t('tabs.watches')} text={t('trades.watches')}>
      <ListView
        list={watches}
        label={t('tabs.watches')}
        empty={<EmptyInline text={t('trades.noWatches')} />}
        keyOf={({ item }) => item.itemId}
      >
        {({ item, priceHundredths }) => (
          <Row
            picture={<Picture src={item.thumbnailUrl} width={48} height={48} />}
            title={<Link to={detailPath('/market', item.itemId)}>{item.name[language]}</Link>}
            notes={[t(`types.${item.type}`)]}
          >
            {priceHundredths === null ? (
              <small>{t('notListed')}</small>
            ) : (
              <WitAmount hundredths={priceHundredths} />
            )}
          </Row>
        )}
      </ListView>
    </Panel>
  )
}
