// `/admin/money`: ledger, refunds, orders and disputes, card payments of the shop, exchange rate, corrections, wallets.
import './money.css'
import { EmptyInline, TabLinks, useText } from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import type { ComponentType } from 'react'
import { AdjustmentsSection } from './AdjustmentsSection'
import { LedgerSection } from './LedgerSection'
import { OrdersSection } from './OrdersSection'
import { PaymentsSection } from './PaymentsSection'
import { RatesSection } from './RatesSection'
import { RefundsSection } from './RefundsSection'
import { WalletsSection } from './WalletsSection'

const PARTS = [
  { id: 'ledger', Body: LedgerSection },
  { id: 'refunds', Body: RefundsSection },
  { id: 'orders', Body: OrdersSection },
  { id: 'payments', Body: PaymentsSection },
  { id: 'rates', Body: RatesSection },
  { id: 'adjustments', Body: AdjustmentsSection },
  { id: 'wallets', Body: WalletsSection },
] as const satisfies { id: string; Body: ComponentType }[]

export function MoneyScreen() {
  const t = useText('shell-money')
  const { id = 'ledger' } = useParams()
  const shown = PARTS.find((part) => part.id === id)
  return (
    <>
      <TabLinks
        className="ad-parts"
        label={t('parts.label')}
        current={id}
        tabs={PARTS.map((part) => ({
          id: part.id,
          to: part.id === 'ledger' ? '/admin/money' : `/admin/money/${part.id}`,
          text: t(`parts.${part.id}`),
        }))}
      />
      {shown ? <shown.Body key={shown.id} /> : <EmptyInline text={t('parts.none')} />}
    </>
  )
}
