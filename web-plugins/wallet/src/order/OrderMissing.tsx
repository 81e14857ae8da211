// The order does not exist or belongs to another account.
import { ButtonLink, EmptyState, useText } from '@witverse/sdk'
import { usePaths } from './usePaths'

export function OrderMissing() {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <EmptyState
      level={1}
      title={t('order.missing')}
      text={t('order.missingText')}
      action={
        <>
          <ButtonLink to={paths.order}>{t('balance.orders')}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    />
  )
}
