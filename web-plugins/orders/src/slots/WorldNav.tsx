// The link to the shop of a world, among the links to its pages.
import { Icon, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'

export default function WorldNav({ data }: SlotProps) {
  const t = useText('orders')
  const { worldName } = data as WorldSlotData
  return (
    <Link className="wv-tab" to={`/order/shop?world=${encodeURIComponent(worldName)}`}>
      <Icon name="card" /> {t('shop.title')}
    </Link>
  )
}
