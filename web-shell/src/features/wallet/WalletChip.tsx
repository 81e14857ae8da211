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

/** Pages that show the outcome themselves. */
const OWN_PAGES = /^\/(charge\/complete|order\/complete)$/
const ANNOUNCED = ['paid', 'failed', 'refunded', 'disputed'] as const

export function WalletChip() {
  const t = useText('shell-wallet')
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
    <Link to="/wallet" className="sh-wit" title={label} data-state={state} data-testid="wit-chip">
      <WitMark size={18} />
      <span aria-hidden="true">{formatWitShort(availableHundredths)}</span>
      <small className="sh-wit-usd" aria-hidden="true">
        ≈ {usd}
      </small>
      <span className="wv-visually-hidden">{label}</span>
    </Link>
  )
}

function useOrderToasts() {
  const t = useText('shell-wallet')
  const toast = useToast()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  useLive('kernel.order.changed', (data) => {
    void queries.invalidateQueries({ queryKey: ['wallet', 'mine'] }) // a dispute freezes the wallet
    const changed = (data as { state?: string }).state
    const state = ANNOUNCED.find((one) => one === changed)
    if (!state || OWN_PAGES.test(pathname)) return
    toast(t(`orders.${state}`), state === 'paid' || state === 'refunded' ? 'good' : 'bad')
  })
}
