// `/order`: one order (`?id=`), a new order (`?wit=`), else the list of all orders.
import { BackLink, Page, PageHead, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useWalletLive } from '../api/wallet'
import { DraftOrder } from '../order/DraftOrder'
import { OpenOrder } from '../order/OpenOrder'
import { OrderList } from '../order/OrderList'
import { usePaths } from '../order/usePaths'
import { MemberGate } from '../parts/MemberGate'

export default function OrderPage() {
  const t = useText('wallet')
  return (
    <MemberGate title={t('orders.title')}>
      <Orders />
    </MemberGate>
  )
}

function Orders() {
  const t = useText('wallet')
  const paths = usePaths()
  const [search] = useSearchParams()
  useWalletLive()
  const [id, wit] = [search.get('id'), search.get('wit')]
  const title = t(id || wit ? 'order.title' : 'orders.title')
  return (
    <Page title={title} stack>
      {!wit && <BackLink to={id ? paths.order : paths.wallet}>{t(id ? 'orders.title' : 'title')}</BackLink>}
      <PageHead title={title} />
      {id && <OpenOrder key={id} id={id} changed={search.has('changed')} />}
      {!id && wit && <DraftOrder typed={wit} requestedCurrency={search.get('currency')} />}
      {!id && !wit && <OrderList />}
    </Page>
  )
}
