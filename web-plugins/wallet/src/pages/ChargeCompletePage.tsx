// `/charge/complete?orderId=…`: the return page of payments. It shows the outcome that the server confirms.
import {
  ApiError,
  Button,
  ButtonLink,
  describeError,
  Loaded,
  Page,
  PageSkeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { POLL, useConfirmed } from '../api/orders'
import type { Order } from '../api/types'
import {
  OtherOutcome,
  OutcomeFrame,
  PaidOutcome,
  PendingOutcome,
  UnfinishedOutcome,
  UnpaidOutcome,
} from '../complete/Outcome'
import { OrderMissing } from '../order/OrderMissing'
import { usePaths } from '../order/usePaths'
import { MemberGate } from '../parts/MemberGate'

export default function ChargeCompletePage() {
  const t = useText('wallet')
  const [search] = useSearchParams()
  const id = search.get('orderId') ?? ''
  return (
    <MemberGate
      title={t('complete.title')}
      waiting={<PageSkeleton title={t('complete.title')} label={t('complete.asking')} />}
    >
      <Page title={t('complete.title')} width="narrow" className="wv-alone">
        {id ? <Confirmation key={id} id={id} /> : <OrderMissing />}
      </Page>
    </MemberGate>
  )
}

function Confirmation({ id }: { id: string }) {
  const t = useText('wallet')
  const confirmed = useConfirmed(id)
  const retry = () => void confirmed.refetch()
  return (
    <Loaded
      query={confirmed}
      waiting={<PageSkeleton label={t('complete.asking')} />}
      missing={<OrderMissing />}
      failed={(error) => <ConfirmationError error={error} onRetry={retry} />}
    >
      {(order) => (
        <OutcomeOf
          order={order}
          resting={confirmed.attempts >= POLL.most}
          asking={confirmed.isFetching}
          onAsk={retry}
        />
      )}
    </Loaded>
  )
}

function OutcomeOf(props: { order: Order; resting: boolean; asking: boolean; onAsk: () => void }) {
  const { order, ...asking } = props
  switch (order.state) {
    case 'paid':
      return <PaidOutcome order={order} />
    case 'pending':
      return <PendingOutcome {...asking} />
    case 'created':
      return <UnfinishedOutcome order={order} />
    case 'failed':
    case 'cancelled':
    case 'expired':
      return <UnpaidOutcome order={order} />
    default:
      return <OtherOutcome order={order} />
  }
}

/** The confirmation failed: the amount is wrong, or the provider is unreachable. */
function ConfirmationError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const paths = usePaths()
  const code = error instanceof ApiError ? error.code : ''
  const mismatch = code === 'payment_amount_mismatch'
  return (
    <OutcomeFrame
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
    </OutcomeFrame>
  )
}
