// The products of the app's store. On iOS they are the only way to buy.

import { useQueryClient } from '@tanstack/react-query'
import {
  Button,
  EmptyInline,
  formatWit,
  Panel,
  useAction,
  useBridge,
  usePagePath,
  useText,
  WitMark,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import type { Offers } from '../api/types'

export function StoreProducts({ products }: { products: Offers['products'] }) {
  const t = useText('wallet')
  const { app } = useBridge()
  const store = t(`store.${app?.platform ?? 'ios'}`)
  return (
    <Panel title={t('store.title')} text={t('store.text', { store })}>
      {products.length === 0 && <EmptyInline text={t('store.none')} />}
      <ul className="wl-products">
        {[...products]
          .sort((a, b) => a.wit - b.wit)
          .map((product) => (
            <Product key={product.id} product={product} />
          ))}
      </ul>
    </Panel>
  )
}

function Product({ product }: { product: Offers['products'][number] }) {
  const t = useText('wallet')
  const bridge = useBridge()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const donePath = usePagePath('charge-complete')
  const buy = useAction(async () => {
    const order = await bridge.purchase(product.id)
    void queries.invalidateQueries({ queryKey: ['wallet'] })
    void navigate(`${donePath}?orderId=${order.id}`)
  })
  return (
    <li className="wl-product">
      <WitMark size={32} />
      <strong>{formatWit(product.wit * 100)} WIT</strong>
      <Button
        size="small"
        pending={buy.pending}
        aria-label={t('store.buyThis', { wit: formatWit(product.wit * 100) })}
        onClick={() => void buy.run()}
      >
        {t('store.buy')}
      </Button>
    </li>
  )
}
