// `/order/complete?order=`: the return page of a card payment. It shows what the server confirms. Old links to receipts of WIT
// continue in the wallet.
import {
  ButtonLink,
  EmptyState,
  Loaded,
  MemberGate,
  NightLamp,
  Page,
  PageSkeleton,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { Navigate, useSearchParams } from '@witverse/sdk/router'
import { useConfirmed, useOrder } from '../api/orders'
import type { Declined, Order } from '../api/types'
import { Missing } from '../parts/Missing'

export default function CompletePage() {
  const t = useText('orders')
  const [search] = useSearchParams()
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <NightLamp /> }
  if (search.has('id')) return <Navigate to={`/charge/receipt?${search}`} replace />
  return (
    <MemberGate title={t('complete.title')} visitor={visitor}>
      <Confirmation id={search.get('order') ?? ''} />
    </MemberGate>
  )
}

function Confirmation({ id }: { id: string }) {
  const t = useText('orders')
  const order = useOrder(id)
  const isOpen = order.data?.state === 'reserved'
  const payment = useConfirmed(order.data?.paymentId, isOpen)
  const missing = <Missing what="order" />
  if (id === '') return missing
  const declined = payment.data?.declined
  return (
    <Loaded
      query={order}
      title={t('complete.title')}
      waiting={<PageSkeleton title={t('complete.title')} label={t('complete.asking')} />}
      missing={missing}
    >
      {(data) => (
        <Outcome
          order={data}
          isAsking={isOpen && payment.data?.state === 'paid'}
          declined={declined?.isLatest ? declined : null}
        />
      )}
    </Loaded>
  )
}

interface OutcomeProps {
  order: Order
  isAsking: boolean
  /** The latest attempt, if it was declined. */
  declined: Declined | null
}

function Outcome({ order, isAsking, declined }: OutcomeProps) {
  const t = useText('orders')
  const detail = usePagePath('detail')
  const shop = usePagePath('shop')
  const to = `${detail}?order=${order.orderId}`
  const outcome = outcomeOf(order, isAsking, declined !== null)
  const reason = outcome === 'declined' && declined?.reason
  const text = t(`complete.${outcome}Text`)
  return (
    <Page title={t('complete.title')} width="narrow" className="wv-alone od-outcome">
      <EmptyState
        level={1}
        art={<NightLamp />}
        title={t(`complete.${outcome}`)}
        text={reason ? `${t('pay.declinedReason', { reason })} ${text}` : text}
        action={
          outcome === 'unpaid' ? (
            <ButtonLink to={shop}>{t('missing.productAction')}</ButtonLink>
          ) : (
            <ButtonLink to={to}>{t(`complete.${ACTIONS[outcome]}`)}</ButtonLink>
          )
        }
      />
    </Page>
  )
}

type OutcomeKind = 'paid' | 'open' | 'asking' | 'declined' | 'unpaid'

const ACTIONS = { paid: 'see', asking: 'see', open: 'continue', declined: 'again' } as const

function outcomeOf(order: Order, isAsking: boolean, isDeclined: boolean): OutcomeKind {
  if (order.paidAt) return 'paid'
  if (order.state !== 'reserved') return 'unpaid'
  if (isAsking) return 'asking'
  return isDeclined ? 'declined' : 'open'
}
