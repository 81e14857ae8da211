// `/order/shop`: products on sale; of one world with `?world=`.
import {
  ButtonLink,
  EmptyState,
  ListView,
  NightLamp,
  Page,
  PageHead,
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
    <Page title={t('shop.title')} stack>
      <PageHead title={world ? t('shop.ofWorld', { world }) : t('shop.title')} text={t('shop.lead')}>
        {status === 'member' && (
          <ButtonLink variant="secondary" size="small" to={orders}>
            {t('orders.title')}
          </ButtonLink>
        )}
      </PageHead>
      <ListView
        list={products}
        label={t('shop.title')}
        className="wv-grid is-small"
        empty={<EmptyState art={<NightLamp />} title={t('shop.none')} text={t('shop.noneText')} />}
        keyOf={({ productId }) => productId}
      >
        {(product) => <ProductTile product={product} />}
      </ListView>
    </Page>
  )
}
