import { Facts, useLanguage, useText, WitAmount } from '@witverse/sdk'
import type { Order } from '../api/types'
import { won } from './format'

interface PriceRowsProps extends Pick<Order, 'price' | 'quantity'> {
  /** How it was paid; before that, both prices are shown. */
  method?: Order['method']
}

/** What an order costs and of which parts. */
export function PriceRows({ price, quantity, method }: PriceRowsProps) {
  const t = useText('orders')
  const { language } = useLanguage()
  return (
    <Facts
      className="od-price"
      facts={[
        [t('price.products', { count: quantity }), method !== 'wit' && won(price.productsWon, language)],
        [
          t('price.surcharge'),
          method !== 'wit' && price.surchargeWon > 0 && won(price.surchargeWon, language),
        ],
        [
          t('price.total'),
          <strong key="total">
            {method !== 'wit' && won(price.totalWon, language)}
            {!method && price.totalHundredths !== null && ` ${t('price.or')} `}
            {method !== 'card' && price.totalHundredths !== null && (
              <WitAmount hundredths={price.totalHundredths} />
            )}
          </strong>,
        ],
      ]}
    />
  )
}
