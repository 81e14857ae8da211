// The slot `item.trade` of an item's page: its price on the market, and the buttons to trade it.
import { ButtonLink, useText } from '@witverse/sdk'
import { useMarketItem } from '../api/market'
import { detailPath } from '../parts/base'
import { TradePanel } from '../parts/TradePanel'

export default function TradeButtons({ data }: { data?: unknown }) {
  const t = useText('market')
  const { itemId = '' } = (data ?? {}) as { itemId?: string }
  const item = useMarketItem(itemId)
  // The page shows the item without the market while this loads or if it fails.
  if (!item.data || item.data.isUsed) return null
  return (
    <div className="mk-slot">
      <TradePanel detail={item.data} />
      <ButtonLink variant="secondary" size="small" to={detailPath('/market', itemId)}>
        {t('seeMarket')}
      </ButtonLink>
    </div>
  )
}
