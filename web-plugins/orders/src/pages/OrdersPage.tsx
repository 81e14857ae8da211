// `/order`: a product with `?product=`, else the caller's orders and recharges. Old links to orders of WIT continue in the wallet.
import {
  Badge,
  ButtonLink,
  EmptyInline,
  formatMoment,
  formatMoney,
  formatWit,
  ListView,
  Loaded,
  MemberGate,
  NightLamp,
  Page,
  PageHead,
  Panel,
  Row,
  useLanguage,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { Link, Navigate, useSearchParams } from '@witverse/sdk/router'
import { useOrders, useProduct, useRecharges } from '../api/orders'
import type { Recharge } from '../api/types'
import { Missing } from '../parts/Missing'
import { OrderRow } from '../parts/OrderRow'
import { ProductView } from '../parts/ProductView'

export default function OrdersPage() {
  const [search] = useSearchParams()
  const product = search.get('product')
  if (search.has('id') || search.has('wit')) return <Navigate to={`/charge/order?${search}`} replace />
  return product ? <ProductPage key={product} id={product} /> : <OwnOrders />
}

function ProductPage({ id }: { id: string }) {
  const t = useText('orders')
  const { language } = useLanguage()
  return (
    <Loaded query={useProduct(id)} title={t('orders.title')} missing={<Missing what="product" />}>
      {(product) => (
        <Page title={product.name[language]} stack>
          <ProductView product={product} />
        </Page>
      )}
    </Loaded>
  )
}

function OwnOrders() {
  const t = useText('orders')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <NightLamp /> }
  return (
    <MemberGate title={t('orders.title')} visitor={visitor}>
      <Page title={t('orders.title')} stack>
        <PageHead title={t('orders.title')} text={t('orders.lead')} />
        <Purchases />
        <Recharges />
      </Page>
    </MemberGate>
  )
}

function Purchases() {
  const t = useText('orders')
  const orders = useOrders()
  const shop = usePagePath('shop')
  return (
    <Panel title={t('orders.products')} text={t('orders.productsText')}>
      <ListView
        list={orders}
        label={t('orders.products')}
        empty={
          <EmptyInline text={t('orders.none')}>
            <ButtonLink size="small" to={shop}>
              {t('orders.toShop')}
            </ButtonLink>
          </EmptyInline>
        }
        keyOf={({ orderId }) => orderId}
      >
        {(order) => <OrderRow order={order} />}
      </ListView>
    </Panel>
  )
}

function Recharges() {
  const t = useText('orders')
  const recharges = useRecharges()
  return (
    <Panel title={t('orders.recharges')} text={t('orders.rechargesText')}>
      <ListView
        list={recharges}
        label={t('orders.recharges')}
        empty={
          <EmptyInline text={t('orders.noRecharges')}>
            <ButtonLink size="small" variant="secondary" to="/charge">
              {t('orders.recharge')}
            </ButtonLink>
          </EmptyInline>
        }
        keyOf={({ id }) => id}
      >
        {(order) => <RechargeRow order={order} />}
      </ListView>
    </Panel>
  )
}

function RechargeRow({ order }: { order: Recharge }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const isOpen = order.state === 'created'
  const path = isOpen ? '/charge/order' : '/charge/receipt'
  return (
    <Row
      title={<Link to={`${path}?id=${order.id}`}>{formatWit(order.amountHundredths)} WIT</Link>}
      badge={<Badge tone={order.state === 'paid' ? 'good' : 'plain'}>{t(`recharge.${order.state}`)}</Badge>}
      notes={[formatMoment(order.createdAt)]}
    >
      <strong>{formatMoney(order.price, language)}</strong>
    </Row>
  )
}
