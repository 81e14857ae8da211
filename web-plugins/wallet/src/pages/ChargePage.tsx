// `/charge`: choosing an amount. The payment is on the order sheet.
import { Page, PageError, PageSkeleton, useBridge, useText, useWallet } from '@witverse/sdk'
import { useOffers } from '../api/orders'
import { FrozenNotice } from '../balance/FrozenNotice'
import { ChargeForm } from '../charge/ChargeForm'
import { StoreProducts } from '../charge/StoreProducts'
import { MemberGate } from '../parts/MemberGate'

export default function ChargePage() {
  const t = useText('wallet')
  return (
    <MemberGate title={t('charge.title')} waiting={<PageSkeleton label={t('loading')} />}>
      <Charge />
    </MemberGate>
  )
}

function Charge() {
  const t = useText('wallet')
  const { app } = useBridge()
  const wallet = useWallet()
  const offers = useOffers()
  if (offers.status === 'pending' || wallet.status === 'pending') return <PageSkeleton label={t('loading')} />
  if (offers.status === 'error')
    return <PageError error={offers.error} onRetry={() => void offers.refetch()} />
  const frozen = wallet.data?.state === 'frozen'
  return (
    <Page title={t('charge.title')} className="wl-page is-narrower">
      <header className="wl-head">
        <h1 className="wl-title">{t('charge.heading')}</h1>
        {app?.platform !== 'ios' && <p>{t('charge.lead')}</p>}
      </header>
      {frozen ? (
        <FrozenNotice />
      ) : (
        <div className="wl-stack">
          {app?.platform !== 'ios' && <ChargeForm offers={offers.data} wallet={wallet.data} />}
          {app && <StoreProducts products={offers.data.products} />}
        </div>
      )}
    </Page>
  )
}
