import { Facts, useLanguage, useText, WitAmount } from '@witverse/sdk'
import type { Order } from '../api/types'
import { won } from './format'

/** What an order costs and of which parts, shown before it is paid. */
export function PriceRows({ price, quantity }: Pick<Order, 'price' | 'quantity'>) {
  const t = useText('orders')
  const { language } = useLanguage()
  return (
    <Facts
      className="od-price"
      facts={[
        [t('price.products', { count: quantity }), won(price.productsWon, language)],
        [t('price.surcharge'), price.surchargeWon > 0 && won(price.surchargeWon, language)],
        [
          t('price.total'),
          <strong key="total">
            {won(price.totalWon, language)}
            {price.totalHundredths !== null && (
              <>
                {' '}
                {t('price.or')} <WitAmount hundredths={price.totalHundredths} />
              </>
            )}
          </strong>,
        ],
      ]}
    />
  )
}
