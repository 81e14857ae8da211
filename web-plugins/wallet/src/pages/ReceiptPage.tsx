// `/order/complete?id=…`: the receipt of an order, and its refund.
import { BackLink, Loaded, Page, PageHead, PageSkeleton, useLive, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useOrder } from '../api/orders'
import { OrderMissing } from '../order/OrderMissing'
import { usePaths } from '../order/usePaths'
import { MemberGate } from '../parts/MemberGate'
import { Receipt } from '../receipt/Receipt'

export default function ReceiptPage() {
  const t = useText('wallet')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const title = t('receipt.title')
  return (
    <MemberGate title={title}>
      <Page title={title} width="narrow" stack>
        {id ? <OrderReceipt key={id} id={id} /> : <OrderMissing />}
      </Page>
    </MemberGate>
  )
}

function OrderReceipt({ id }: { id: string }) {
  const t = useText('wallet')
  const paths = usePaths()
  const order = useOrder(id)
  useLive('kernel.order.changed', (data) => {
    if ((data as { orderId?: string }).orderId === id) void order.refetch()
  })
  return (
    <Loaded query={order} waiting={<PageSkeleton />} missing={<OrderMissing />}>
      {(data) => (
        <>
          <BackLink to={paths.order}>{t('orders.title')}</BackLink>
          <PageHead title={t('receipt.title')} />
          <div className="wl-stack">
            <Receipt order={data} />
          </div>
        </>
      )}
    </Loaded>
  )
}
