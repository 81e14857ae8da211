import { ErrorMessage, Skeleton, useText } from '@witverse/sdk'
import { useSecurity } from '../api'
import { PasskeysSection } from './PasskeysSection'
import { PasswordSection } from './PasswordSection'
import { TotpSection } from './TotpSection'

export function SecurityTab() {
  const t = useText('shell-profile')
  const security = useSecurity()
  if (security.status === 'pending') {
    return (
      <div className="pf-waiting" role="status" aria-label={t('loading')}>
        <Skeleton style={{ height: 240 }} />
        <Skeleton style={{ height: 180 }} />
        <Skeleton style={{ height: 180 }} />
      </div>
    )
  }
  if (security.status === 'error') {
    const retry = () => void security.refetch()
    return <ErrorMessage error={security.error} onRetry={retry} />
  }
  return (
    <>
      <PasswordSection changedAt={security.data.passwordChangedAt} />
      <PasskeysSection passkeys={security.data.passkeys} />
      <TotpSection totp={security.data.totp} />
    </>
  )
}
