// Cancels the deletion of the account.
import { payload, useAction, useApi, useCaller, useText, useToast } from '@witverse/sdk'

export function useKeepAccount() {
  const t = useText('shell')
  const api = useApi()
  const toast = useToast()
  const { user, reload } = useCaller()
  const action = useAction(async () => {
    await payload(api.DELETE('/api/account/deletion'))
    await reload()
    toast(t('deletion.kept'), 'good')
  })
  return { ...action, deletionAt: user?.deletionAt ?? null }
}
