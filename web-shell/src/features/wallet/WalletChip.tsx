// The balance in the header, and a word when something happens to an order while its person is elsewhere.
import { useQueryClient } from '@tanstack/react-query'
import { formatWit, formatWitShort, useLive, useText, useToast, useWallet, WitMark } from '@witverse/sdk'
import { Link, useLocation } from '@witverse/sdk/router'

/** These pages say it themselves. */
const OWN_PAGES = /^\/(charge\/complete|order\/complete)$/
const TOLD = ['paid', 'failed', 'refunded', 'disputed']

export function WalletChip() {
  const t = useText('shell-wallet')
  const wallet = useWallet()
  useOrderNews()
  if (!wallet.data) return null
  const { balanceHundredths, state } = wallet.data
  const label = t('chip', { wit: formatWit(balanceHundredths) })
  return (
    <Link
      to="/wallet"
      className="sh-wit"
      title={label}
      aria-label={label}
      data-state={state}
      data-testid="wit-chip"
    >
      <WitMark size={18} />
      <span>{formatWitShort(balanceHundredths)}</span>
    </Link>
  )
}

function useOrderNews() {
  const t = useText('shell-wallet')
  const toast = useToast()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  useLive('kernel.order.changed', (data) => {
    void queries.invalidateQueries({ queryKey: ['wallet', 'mine'] }) // a dispute freezes it
    const { state = '' } = data as { state?: string }
    if (!TOLD.includes(state) || OWN_PAGES.test(pathname)) return
    toast(t(`orders.${state}`), state === 'paid' || state === 'refunded' ? 'good' : 'bad')
  })
}
