// The WIT balance with links to history and top-up.
import { ButtonLink, Skeleton, useText, useWallet, WitAmount, WitMark } from '@witverse/sdk'
import { Section } from '../../../parts/Section'
import { useHasWallet } from '../../wallet/useHasWallet'

export function WitSection() {
  const t = useText('shell-profile')
  const hasWallet = useHasWallet()
  const wallet = useWallet()
  if (!hasWallet || wallet.status === 'error') return null
  return (
    <Section title={t('witHistory.title')} text={t('witHistory.text')}>
      <div className="pf-wit">
        <WitMark size={40} />
        {wallet.data ? (
          <WitAmount hundredths={wallet.data.balanceHundredths} rate={wallet.data.rate} />
        ) : (
          <Skeleton style={{ width: 160, height: 28 }} />
        )}
      </div>
      <div className="wv-actions">
        <ButtonLink variant="secondary" to="/wallet">
          {t('witHistory.open')}
        </ButtonLink>
        <ButtonLink variant="secondary" to="/charge">
          {t('witHistory.charge')}
        </ButtonLink>
      </div>
    </Section>
  )
}
