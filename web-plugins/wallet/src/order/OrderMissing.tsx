// An order that is not there, or is somebody else's: the two look the same from outside.
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
          <ButtonLink look="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    />
  )
}
