// Sales as rows, each with its link in the provenance chain, its receipt and, for the two people, its payment.
import {
  Badge,
  EmptyInline,
  formatMoment,
  type List,
  ListView,
  Picture,
  useLanguage,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Sale } from '../api/types'
import { detailPath, useMarketPath } from './base'

interface SaleRowsProps {
  list: List<Sale>
  label: string
  /** Shows the item of each sale. */
  withItem?: boolean
}

export function SaleRows({ list, label, withItem }: SaleRowsProps) {
  const t = useText('market')
  return (
    <ListView
      list={list}
      label={label}
      empty={<EmptyInline text={t('sales.none')} />}
      keyOf={({ saleId }) => saleId}
    >
      {(sale) => <SaleRow sale={sale} withItem={withItem ?? false} />}
    </ListView>
  )
}

/** Why a sale is not counted; earlier sales do not say. */
const WASH = {
  returned: 'sales.washReturned',
  pair: 'sales.washPair',
  price: 'sales.washPrice',
  unknown: 'sales.wash',
} as const

function SaleRow({ sale, withItem }: { sale: Sale; withItem: boolean }) {
  const t = useText('market')
  const { language } = useLanguage()
  const base = useMarketPath()
  const name = (person: Sale['seller']) => person?.nickname ?? t('formerMember')
  return (
    <div className="wv-row">
      {withItem && <Picture src={sale.item.thumbnailUrl} width={48} height={48} />}
      <div className="wv-row-text">
        {withItem && (
          <strong>
            <Link to={detailPath(base, sale.item.itemId)}>{sale.item.name[language]}</Link>
          </strong>
        )}
        <span>{t('sales.line', { seller: name(sale.seller), buyer: name(sale.buyer) })}</span>
        <small>
          {formatMoment(sale.at)} · {t(sale.isOffer ? 'sales.byOffer' : 'sales.byPurchase')} ·{' '}
          <Link to={`/item/${sale.item.itemId}#link-${sale.provenanceSeq}`}>
            {t('sales.record', { seq: sale.provenanceSeq })}
          </Link>
          {' · '}
          <Link to={`/market/receipt?sale=${sale.saleId}`}>{t('sales.receipt')}</Link>
        </small>
        {sale.isWash && <Badge tone="bad">{t(WASH[sale.washRule ?? 'unknown'])}</Badge>}
      </div>
      <WitAmount hundredths={sale.priceHundredths} />
    </div>
  )
}
