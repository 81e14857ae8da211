// `/order/shop`: products on sale; of one world with `?world=`.
import {
  ButtonLink,
  EmptyState,
  ListView,
  NightLamp,
  Page,
  useCaller,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useProducts } from '../api/orders'
import { ProductTile } from '../parts/ProductTile'

export default function ShopPage() {
  const t = useText('orders')
  const [search] = useSearchParams()
  const { status } = useCaller()
  const orders = usePagePath('orders')
  const world = search.get('world') ?? undefined
  const products = useProducts(world)
  return (
    <Page title={t('shop.title')} className="od-page">
      <header className="wv-head od-head">
        <div>
          <h1>{world ? t('shop.ofWorld', { world }) : t('shop.title')}</h1>
          <p>{t('shop.lead')}</p>
        </div>
        {status === 'member' && (
          <ButtonLink variant="secondary" size="small" to={orders}>
            {t('orders.title')}
          </ButtonLink>
        )}
      </header>
      <ListView
        list={products}
        label={t('shop.title')}
        className="od-tiles"
        empty={<EmptyState art={<NightLamp />} title={t('shop.none')} text={t('shop.noneText')} />}
        keyOf={({ productId }) => productId}
      >
        {(product) => <ProductTile product={product} />}
      </ListView>
    </Page>
  )
}
