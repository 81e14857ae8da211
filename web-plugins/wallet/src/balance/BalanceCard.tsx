// The balance: total, value, available and held amounts, and actions.
import {
  ButtonLink,
  classes,
  formatUsd,
  formatWit,
  hueStyle,
  Icon,
  usePagePath,
  useText,
  WitMark,
} from '@witverse/sdk'
import type { WalletView } from '../api/types'
import { MoonlitHills } from './MoonlitHills'

/** The hue of the wallet. */
const HUE = 252

export function BalanceCard({ wallet }: { wallet: WalletView }) {
  const t = useText('wallet')
  const [chargePath, orderPath] = [usePagePath('charge'), usePagePath('order')]
  const frozen = wallet.state === 'frozen'
  return (
    <section
      className={classes('wl-balance wv-hue', frozen && 'is-frozen')}
      style={hueStyle(HUE)}
      aria-labelledby="wl-balance"
    >
      <MoonlitHills lit={wallet.balanceHundredths > 0} />
      <h2 id="wl-balance" className="wl-balance-title">
        <WitMark size={22} /> {t('balance.title')}
      </h2>
      <p className="wl-balance-figure">
        <strong>{formatWit(wallet.balanceHundredths)}</strong> <span>WIT</span>
      </p>
      <p className="wl-balance-usd">≈ {formatUsd(wallet.balanceHundredths, wallet.rate)}</p>
      <dl className="wl-balance-parts">
        <div>
          <dt>{t('balance.available')}</dt>
          <dd>
            {formatWit(wallet.availableHundredths)}{' '}
            <small>≈ {formatUsd(wallet.availableHundredths, wallet.rate)}</small>
          </dd>
        </div>
        <div>
          <dt>{t('balance.held')}</dt>
          <dd>
            {formatWit(wallet.heldHundredths)}{' '}
            <small>≈ {formatUsd(wallet.heldHundredths, wallet.rate)}</small>
          </dd>
        </div>
      </dl>
      <div className="wl-balance-actions">
        <ButtonLink to={chargePath} className="wl-charge">
          <Icon name="plus" size={18} /> {t('balance.charge')}
        </ButtonLink>
        <ButtonLink to={orderPath} variant="secondary" className="wl-orders">
          <Icon name="receipt" size={18} /> {t('balance.orders')}
        </ButtonLink>
      </div>
    </section>
  )
}
