// `/admin/money`: the ledger, refunds, orders and disputes, the exchange rate, corrections, wallets.
import './money.css'
import { useText } from '@witverse/sdk'
import { Link, useParams } from '@witverse/sdk/router'
import { type ComponentType, useEffect, useRef } from 'react'
import { Nothing } from '../../../parts/ListView'
import { SudoProvider } from '../../profile/sudo/SudoProvider'
import { AdjustmentsSection } from './AdjustmentsSection'
import { LedgerSection } from './LedgerSection'
import { OrdersSection } from './OrdersSection'
import { RatesSection } from './RatesSection'
import { RefundsSection } from './RefundsSection'
import { WalletsSection } from './WalletsSection'

const PARTS: { id: string; Body: ComponentType }[] = [
  { id: 'ledger', Body: LedgerSection },
  { id: 'refunds', Body: RefundsSection },
  { id: 'orders', Body: OrdersSection },
  { id: 'rates', Body: RatesSection },
  { id: 'adjustments', Body: AdjustmentsSection },
  { id: 'wallets', Body: WalletsSection },
]

export function MoneyScreen() {
  const t = useText('shell-money')
  const { id = 'ledger' } = useParams()
  const shown = PARTS.find((part) => part.id === id)
  const list = useRef<HTMLElement>(null)
  // On a phone the row scrolls: the current one is brought into view, without moving the page.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-part="${id}"]`)
    if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 20
  }, [id])
  return (
    <SudoProvider>
      <nav className="pt-tabs ad-parts" aria-label={t('parts.label')} ref={list}>
        {PARTS.map((part) => (
          <Link
            key={part.id}
            to={part.id === 'ledger' ? '/admin/money' : `/admin/money/${part.id}`}
            className="pt-tab"
            data-part={part.id}
            aria-current={part.id === shown?.id ? 'page' : undefined}
          >
            {t(`parts.${part.id}`)}
          </Link>
        ))}
      </nav>
      {shown ? <shown.Body key={shown.id} /> : <Nothing text={t('parts.none')} />}
    </SudoProvider>
  )
}
