// The wallet is frozen: what that means, and what to do about it.
import { ButtonLink, Icon, usePagePath, useText } from '@witverse/sdk'

export function FrozenNotice() {
  const t = useText('wallet')
  const orderPath = usePagePath('order')
  return (
    <div className="wv-notice is-bad" role="status">
      <Icon name="lock" />
      <div>
        <strong>{t('frozen.title')}</strong>
        <p>{t('frozen.text')}</p>
      </div>
      <ButtonLink look="secondary" size="small" to={orderPath}>
        {t('frozen.orders')}
      </ButtonLink>
    </div>
  )
}
