// Screens for moderators and administrators; others see "not found". The server checks the role as well.
import { PageSkeleton, useCaller } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { NotFoundScreen } from '../../screens/NotFoundScreen'

export type Role = 'moderator' | 'admin'

export const hasRole = (roles: string[] | undefined, role: Role): boolean =>
  roles?.some((one) => one === role || one === 'admin') ?? false

export function ForRole({ need, children }: { need: Role; children: ReactNode }) {
  const { status, user } = useCaller()
  if (status === 'loading') return <PageSkeleton />
  return hasRole(user?.roles, need) ? children : <NotFoundScreen />
}
