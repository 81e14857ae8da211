// `/charge/complete?orderId=…`: where payments come back to. The platform asks the provider; this page says the answer.
import {
  ApiError,
  Button,
  ButtonLink,
  describeError,
  isMissing,
  Page,
  PageSkeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { POLL, useConfirmed } from '../api/orders'
import type { Order } from '../api/types'
import { Credited, Elsewhere, Frame, NotYet, Undecided, Unpaid } from '../complete/Outcome'
import { OrderMissing } from '../order/OrderMissing'
import { usePaths } from '../order/usePaths'
import { MemberGate } from '../parts/MemberGate'

export default function ChargeCompletePage() {
  const t = useText('wallet')
  const [search] = useSearchParams()
  const id = search.get('orderId') ?? ''
  return (
    <MemberGate title={t('complete.title')} waiting={<PageSkeleton label={t('complete.asking')} />}>
      <Page title={t('complete.title')} width="narrow" className="wl-page wv-alone">
        {id ? <Confirmation key={id} id={id} /> : <OrderMissing />}
      </Page>
    </MemberGate>
  )
}

function Confirmation({ id }: { id: string }) {
  const t = useText('wallet')
  const confirmed = useConfirmed(id)
  if (confirmed.status === 'pending') return <PageSkeleton label={t('complete.asking')} />
  if (confirmed.status === 'error') {
    return <Refused error={confirmed.error} onRetry={() => void confirmed.refetch()} />
  }
  const { asked } = confirmed
  return (
    <OutcomeOf
      order={confirmed.data}
      resting={asked >= POLL.most}
      asking={confirmed.isFetching}
      onAsk={() => void confirmed.refetch()}
    />
  )
}

function OutcomeOf(props: { order: Order; resting: boolean; asking: boolean; onAsk: () => void }) {
  const { order, ...asking } = props
  switch (order.state) {
    case 'paid':
      return <Credited order={order} />
    case 'pending':
      return <Undecided {...asking} />
    case 'created':
      return <NotYet order={order} />
    case 'failed':
    case 'cancelled':
    case 'expired':
      return <Unpaid order={order} />
    default:
      return <Elsewhere order={order} />
  }
}

/** Not mine, not what was agreed, or nobody who could say. */
function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const paths = usePaths()
  const code = error instanceof ApiError ? error.code : ''
  if (isMissing(error)) return <OrderMissing />
  const mismatch = code === 'payment_amount_mismatch'
  return (
    <Frame
      tone="bad"
      icon="warning"
      title={t(mismatch ? 'complete.mismatch' : 'complete.unknown')}
      actions={
        mismatch ? (
          <ButtonLink to={paths.order}>{t('balance.orders')}</ButtonLink>
        ) : (
          <Button onClick={onRetry}>{t('complete.ask')}</Button>
        )
      }
    >
      <p className="wl-outcome-text">
        {mismatch ? t('complete.mismatchText') : describeError(error, language)}
      </p>
    </Frame>
  )
}
