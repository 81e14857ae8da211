// Explains that the wallet is frozen and links to the orders.
import { ButtonLink, Notice, usePagePath, useText } from '@witverse/sdk'

export function FrozenNotice() {
  const t = useText('wallet')
  const orderPath = usePagePath('order')
  return (
    <Notice
      tone="bad"
      icon="lock"
      action={
        <ButtonLink variant="secondary" size="small" to={orderPath}>
          {t('frozen.orders')}
        </ButtonLink>
      }
    >
      <strong>{t('frozen.title')}</strong>
      <p>{t('frozen.text')}</p>
    </Notice>
  )
}
