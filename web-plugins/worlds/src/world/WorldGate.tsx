// Loads the world of a page and renders the page for those who may see it.
import { ApiError, hueStyle, PageError, useText } from '@witverse/sdk'
import { Navigate, useLocation, useParams } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import type { WorldView } from '../api/types'
import { useVisitReports } from '../api/visits'
import { useWorld } from '../api/world'
import { canManage } from './slot-data'
import { BlacklistedWorld, NotYourWorld, PrivateWorld, ScreenNotFound, WorldNotFound } from './WorldMissing'
import { WorldSkeleton } from './WorldSkeleton'

interface WorldGateProps {
  /** Only for the administrators of the world. */
  managed?: boolean
  children: (world: WorldView) => ReactNode
}

export function WorldGate({ managed = false, children }: WorldGateProps) {
  const t = useText('worlds')
  const { worldName = '' } = useParams()
  const { pathname, search } = useLocation()
  const world = useWorld(worldName)
  const isOpen = world.data !== undefined && (world.data.isPublic || world.data.isMember)
  useVisitReports(worldName, isOpen && !world.data?.blacklisted)

  if (world.status === 'pending') return <WorldSkeleton />
  if (world.status === 'error') {
    if (isRefusal(world.error, 404))
      return world.error.code === 'not_found' ? <ScreenNotFound /> : <WorldNotFound worldName={worldName} />
    if (isRefusal(world.error, 403)) return <PrivateWorld worldName={worldName} />
    return <PageError error={world.error} onRetry={world.refetch} />
  }
  // A name is found in any case; its page has one address.
  if (worldName !== world.data.worldName && worldName.toLowerCase() === world.data.worldName)
    return <Navigate replace to={pathname.replace(worldName, world.data.worldName) + search} />
  if (world.data.blacklisted)
    return <BlacklistedWorld world={world.data} blacklisted={world.data.blacklisted} />
  if (!world.data.isPublic && !world.data.isMember && !world.data.isOwner) {
    return <PrivateWorld worldName={worldName} />
  }
  if (managed && !canManage(world.data))
    return <NotYourWorld world={world.data} text={t('manage.notYours')} />
  return (
    <div className="wv-hue" style={hueStyle(world.data.hue)}>
      {children(world.data)}
    </div>
  )
}

const isRefusal = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status
