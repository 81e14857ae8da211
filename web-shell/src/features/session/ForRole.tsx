// Screens of operators: for everybody else there is nothing at the address. The server decides the same again.
import { PageSkeleton, useCaller, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { NotFoundScreen } from '../../screens/NotFoundScreen'

export type Role = 'moderator' | 'admin'

export const hasRole = (roles: string[] | undefined, role: Role): boolean =>
  roles?.some((one) => one === role || one === 'admin') ?? false

export function ForRole({ need, children }: { need: Role; children: ReactNode }) {
  const t = useText('shell')
  const { status, user } = useCaller()
  if (status === 'loading') return <PageSkeleton label={t('loading')} />
  return hasRole(user?.roles, need) ? children : <NotFoundScreen />
}
