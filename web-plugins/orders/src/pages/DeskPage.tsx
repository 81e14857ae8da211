// `/order/desk`: the orders of a world (`?world=`) or of the platform, and the steps of each; `?sale=` is one of them.
import {
  Button,
  ButtonLink,
  EmptyInline,
  Icon,
  ListView,
  MemberGate,
  NightLamp,
  Page,
  PageHead,
  Panel,
  Select,
  saveFile,
  useAction,
  useApi,
  useLanguage,
  usePagePath,
  useText,
  useToast,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { type SalesFilter, useProducts, useSales } from '../api/orders'
import type { OrderState } from '../api/types'
import { csvOf, everySale } from '../parts/csv'
import { labelsOf } from '../parts/labels'
import { ProductTile } from '../parts/ProductTile'
import { SaleRow } from '../parts/SaleRow'
import { SalePage } from './SalePage'

const STATES: OrderState[] = ['paid', 'preparing', 'shipped', 'delivered', 'refunding', 'refunded']

export default function DeskPage() {
  const t = useText('orders')
  const visitor = { title: t('desk.visitor'), text: t('visitor.text'), art: <NightLamp /> }
  return (
    <MemberGate title={t('desk.title')} visitor={visitor}>
      <Desk />
    </MemberGate>
  )
}

function Desk() {
  const [search] = useSearchParams()
  const world = search.get('world') ?? ''
  const sale = search.get('sale')
  return sale ? <SalePage key={sale} id={sale} world={world} /> : <Sales world={world} />
}

function Sales({ world }: { world: string }) {
  const t = useText('orders')
  const editor = usePagePath('editor')
  const [filter, setFilter] = useState<SalesFilter>('')
  const sales = useSales(world, filter)
  return (
    <Page title={t('desk.title')} stack>
      <PageHead title={world ? t('desk.ofWorld', { world }) : t('desk.title')} text={t('desk.lead')}>
        <ButtonLink size="small" to={world ? `${editor}?world=${world}` : editor}>
          <Icon name="plus" size={16} /> {t('editor.title')}
        </ButtonLink>
      </PageHead>
      <Panel
        title={t('desk.orders')}
        text={t('desk.ordersText')}
        action={
          sales.items.length > 0 && (
            <div className="wv-actions">
              <Labels world={world} filter={filter} />
              <Export world={world} filter={filter} />
            </div>
          )
        }
      >
        <Select
          label={t('desk.state')}
          name="state"
          value={filter}
          onValue={(value) => setFilter(value as SalesFilter)}
          options={[
            { value: '', text: t('desk.everyState') },
            { value: 'requests', text: t('desk.openRequests') },
            ...STATES.map((value) => ({ value, text: t(`states.${value}`) })),
          ]}
        />
        <ListView
          list={sales}
          label={t('desk.orders')}
          empty={<EmptyInline text={t('desk.none')} />}
          keyOf={({ orderId }) => orderId}
        >
          {(order) => <SaleRow order={order} />}
        </ListView>
      </Panel>
      {world && <Products world={world} />}
    </Page>
  )
}

function Export({ world, filter }: { world: string; filter: SalesFilter }) {
  const t = useText('orders')
  const api = useApi()
  const { language } = useLanguage()
  const save = useAction(async () => {
    const rows = await everySale(api, world, filter)
    saveFile(new Blob([csvOf(rows, t, language)], { type: 'text/csv;charset=utf-8' }), 'orders.csv')
  })
  return (
    <Button variant="secondary" size="small" pending={save.pending} onClick={() => void save.run()}>
      <Icon name="download" size={16} /> CSV
    </Button>
  )
}

/** The labels of the orders that are to be sent. */
function Labels({ world, filter }: { world: string; filter: SalesFilter }) {
  const t = useText('orders')
  const api = useApi()
  const toast = useToast()
  const { language } = useLanguage()
  const save = useAction(async () => {
    const rows = await everySale(api, world, filter)
    const waiting = rows.filter(
      (row) => row.address !== null && (row.state === 'paid' || row.state === 'preparing'),
    )
    if (waiting.length === 0) return toast(t('labels.none'))
    saveFile(await labelsOf(waiting, t, language), 'labels.pdf')
  })
  return (
    <Button variant="secondary" size="small" pending={save.pending} onClick={() => void save.run()}>
      <Icon name="download" size={16} /> {t('labels.action')}
    </Button>
  )
}

function Products({ world }: { world: string }) {
  const t = useText('orders')
  const products = useProducts(world)
  return (
    <Panel title={t('desk.products')}>
      <ListView
        list={products}
        label={t('desk.products')}
        className="wv-grid is-small"
        empty={<EmptyInline text={t('shop.none')} />}
        keyOf={({ productId }) => productId}
      >
        {(product) => <ProductTile product={product} />}
      </ListView>
    </Panel>
  )
}
