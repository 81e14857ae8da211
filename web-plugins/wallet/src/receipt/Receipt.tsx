// The receipt of an order, for screen and print.
import {
  Button,
  ButtonLink,
  Card,
  type Fact,
  Facts,
  formatMoney,
  formatWit,
  Icon,
  textOr,
  useLanguage,
  useText,
  WitMark,
} from '@witverse/sdk'
import type { Order } from '../api/types'
import { describeRate } from '../charge/ChargeSummary'
import { StateBadge } from '../order/StateBadge'
import { usePaths } from '../order/usePaths'
import { kst } from '../parts/moments'
import { RefundSection } from './RefundSection'

export function Receipt({ order }: { order: Order }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const paths = usePaths()
  const when = (at: string) => t('receipt.at', { ...kst(at) })
  const priceShown = order.price.amountMinor === 0 ? t('storePrice') : formatMoney(order.price, language)
  const unpaid = ['failed', 'cancelled', 'expired'].includes(order.state)
  const facts: Fact[] = [
    [t('receipt.number'), order.id],
    [t('receipt.item'), t('receipt.itemName', { wit: formatWit(order.amountHundredths) })],
    [t('rate'), order.price.amountMinor !== 0 && describeRate(order.price.currency, order.rate, language)],
    [t('receipt.method'), textOr(t, `providers.${order.provider}`, order.provider)],
    [t('receipt.ordered'), when(order.createdAt)],
    [t('receipt.paid'), order.paidAt && when(order.paidAt)],
    [t('order.seller'), t('order.sellerName')],
  ]
  return (
    <>
      <Card className="wv-panel wl-receipt" aria-label={t('receipt.title')}>
        <header className="wl-receipt-head">
          <WitMark size={40} />
          <div>
            <p className="wl-receipt-figure">
              <strong>{formatWit(order.amountHundredths)}</strong> WIT
            </p>
            <StateBadge order={order} />
          </div>
          <div className="wl-receipt-price">
            <small>{t(order.paidAt ? 'receipt.paidPrice' : 'price')}</small>
            <strong>{priceShown}</strong>
          </div>
        </header>
        {order.failure && <p className="wv-form-error">{order.failure.message[language]}</p>}
        {order.state === 'disputed' && (
          <p className="wv-form-error">
            {t(order.dispute?.outcome === 'lost' ? 'receipt.disputeLost' : 'receipt.disputed')}{' '}
            {order.dispute?.reason}
          </p>
        )}
        <Facts className="wl-facts" facts={facts} />
        <div className="wl-receipt-actions">
          {unpaid && (
            <ButtonLink to={`${paths.charge}?wit=${Math.floor(order.amountHundredths / 100)}`}>
              {t('order.again')}
            </ButtonLink>
          )}
          {order.paidAt && (
            <Button variant="secondary" onClick={() => window.print()}>
              <Icon name="print" size={18} /> {t('receipt.print')}
            </Button>
          )}
          <ButtonLink variant="quiet" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </div>
      </Card>
      <RefundSection order={order} />
    </>
  )
}
