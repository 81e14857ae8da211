// `/wallet`: balance, history, holds and verification.
import {
  ButtonLink,
  EmptyState,
  Icon,
  Loaded,
  Page,
  PageHead,
  useCaller,
  usePagePath,
  useText,
  useWallet,
  WitMark,
} from '@witverse/sdk'
import { NO_FILTER, useHistory, useWalletLive } from '../api/wallet'
import { BalanceCard } from '../balance/BalanceCard'
import { FrozenNotice } from '../balance/FrozenNotice'
import { WalletSkeleton } from '../balance/WalletSkeleton'
import { FlowSection } from '../chart/FlowSection'
import { HistorySection } from '../history/HistorySection'
import { HoldsSection } from '../holds/HoldsSection'
import { MemberGate } from '../parts/MemberGate'
import { VerifySection } from '../proof/VerifySection'

export default function WalletPage() {
  const t = useText('wallet')
  return (
    <MemberGate title={t('title')} waiting={<WalletSkeleton />}>
      <Wallet />
    </MemberGate>
  )
}

function Wallet() {
  const t = useText('wallet')
  const { user } = useCaller()
  const wallet = useWallet()
  useWalletLive()
  if (!user) return <WalletSkeleton />
  return (
    <Loaded query={wallet} title={t('title')} waiting={<WalletSkeleton />}>
      {(data) => (
        <Page title={t('title')} stack>
          <PageHead title={t('title')} />
          {data.state === 'frozen' && <FrozenNotice />}
          <div className="wl-top">
            <BalanceCard wallet={data} />
            <FlowSection />
          </div>
          <div className="wl-columns">
            <HistoryOrWelcome balanceHundredths={data.balanceHundredths} />
            <div className="wl-side">
              <HoldsSection />
              <VerifySection key={user.id} accountId={user.id} />
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  )
}

/** A member without any movement sees ways to get WIT instead of an empty history. */
function HistoryOrWelcome({ balanceHundredths }: { balanceHundredths: number }) {
  const t = useText('wallet')
  const chargePath = usePagePath('charge')
  const all = useHistory(NO_FILTER)
  const nothingYet = balanceHundredths === 0 && all.status === 'success' && all.items.length === 0
  if (!nothingYet) return <HistorySection />
  return (
    <section className="wv-card wl-welcome">
      <EmptyState
        art={<WitMark size={64} />}
        title={t('welcome.title')}
        text={t('welcome.text')}
        action={
          <ButtonLink to={chargePath}>
            <Icon name="plus" size={18} /> {t('balance.charge')}
          </ButtonLink>
        }
      />
      <ul className="wl-ways">
        {(['charge', 'missions', 'gifts'] as const).map((way) => (
          <li key={way}>
            <strong>{t(`welcome.${way}`)}</strong>
            <p>{t(`welcome.${way}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
