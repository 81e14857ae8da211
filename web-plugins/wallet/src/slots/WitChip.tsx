// What can be spent, in the header, and a message when an order changes while another page is shown.
import { useQueryClient } from '@tanstack/react-query'
import {
  formatUsd,
  formatWit,
  formatWitShort,
  useLive,
  useText,
  useToast,
  useWallet,
  WitMark,
} from '@witverse/sdk'
import { Link, useLocation } from '@witverse/sdk/router'
import { usePaths } from '../order/usePaths'

const ANNOUNCED = ['paid', 'failed', 'refunded', 'disputed'] as const

export default function WitChip() {
  const t = useText('wallet')
  const paths = usePaths()
  const wallet = useWallet()
  useOrderToasts()
  if (!wallet.data) return null
  const { balanceHundredths, availableHundredths, state, rate } = wallet.data
  const usd = formatUsd(availableHundredths, rate)
  const label = t('chip', {
    available: formatWit(availableHundredths),
    usd,
    wit: formatWit(balanceHundredths),
  })
  return (
    <Link to={paths.wallet} className="wl-chip" title={label} data-state={state} data-testid="wit-chip">
      <WitMark size={18} />
      <span aria-hidden="true">{formatWitShort(availableHundredths)}</span>
      <small className="wl-chip-usd" aria-hidden="true">
        ≈ {usd}
      </small>
      <span className="wv-visually-hidden">{label}</span>
    </Link>
  )
}

function useOrderToasts() {
  const t = useText('wallet')
  const toast = useToast()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const paths = usePaths()
  useLive('kernel.order.changed', (data) => {
    void queries.invalidateQueries({ queryKey: ['wallet', 'mine'] }) // a dispute freezes the wallet
    const changed = (data as { state?: string }).state
    const state = ANNOUNCED.find((one) => one === changed)
    const showsOutcome = pathname === paths.chargeComplete || pathname === paths.receipt
    if (!state || showsOutcome) return
    toast(t(`toasts.${state}`), state === 'paid' || state === 'refunded' ? 'good' : 'bad')
  })
}
