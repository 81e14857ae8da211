// The WIT balance on the account page, with links to history and top-up.
import { ButtonLink, Panel, Skeleton, useText, useWallet, WitAmount, WitMark } from '@witverse/sdk'
import { usePaths } from '../order/usePaths'

export default function WitSection() {
  const t = useText('wallet')
  const paths = usePaths()
  const wallet = useWallet()
  if (wallet.status === 'error') return null
  return (
    <Panel title={t('profile.title')} text={t('profile.text')} className="wl-section">
      <div className="wl-section-balance">
        <WitMark size={40} />
        {wallet.data ? (
          <WitAmount hundredths={wallet.data.balanceHundredths} rate={wallet.data.rate} />
        ) : (
          <Skeleton style={{ width: 160, height: 28 }} />
        )}
      </div>
      <div className="wv-actions">
        <ButtonLink variant="secondary" to={paths.wallet}>
          {t('profile.open')}
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.charge}>
          {t('profile.charge')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
