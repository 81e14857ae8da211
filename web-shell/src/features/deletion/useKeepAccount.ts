// Takes back that the account should be erased.
import { useApi, useCaller, useText, useToast } from '@witverse/sdk'
import { call } from '../../api/door'
import { useAction } from '../../parts/useAction'

/** Until the OpenAPI document has the member. */
type MayBeDeleted = { deletionAt?: string | null }

export function useKeepAccount() {
  const t = useText('shell')
  const api = useApi()
  const toast = useToast()
  const { user, reload } = useCaller()
  const action = useAction(async () => {
    await call(api, 'delete', '/api/account/deletion')
    await reload()
    toast(t('deletion.kept'), 'good')
  })
  return { ...action, deletionAt: (user as MayBeDeleted | null)?.deletionAt ?? null }
}
