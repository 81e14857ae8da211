// `/charge`: choosing an amount. The payment is on the order sheet.
import { Loaded, Page, PageHead, PageSkeleton, useBridge, useText, useWallet } from '@witverse/sdk'
import { useOffers } from '../api/orders'
import { FrozenNotice } from '../balance/FrozenNotice'
import { ChargeForm } from '../charge/ChargeForm'
import { StoreProducts } from '../charge/StoreProducts'
import { MemberGate } from '../parts/MemberGate'

export default function ChargePage() {
  const t = useText('wallet')
  return (
    <MemberGate title={t('charge.title')}>
      <Charge />
    </MemberGate>
  )
}

function Charge() {
  const t = useText('wallet')
  const { app } = useBridge()
  const wallet = useWallet()
  const offers = useOffers()
  const title = t('charge.title')
  if (wallet.status === 'pending') return <PageSkeleton title={title} />
  return (
    <Loaded query={offers} title={title}>
      {(data) => (
        <Page title={title} stack>
          <PageHead title={t('charge.heading')} text={app?.platform !== 'ios' && t('charge.lead')} />
          {wallet.data?.state === 'frozen' ? (
            <FrozenNotice />
          ) : (
            <div className="wl-stack">
              {app?.platform !== 'ios' && <ChargeForm offers={data} wallet={wallet.data} />}
              {app && <StoreProducts products={data.products} />}
            </div>
          )}
        </Page>
      )}
    </Loaded>
  )
}
