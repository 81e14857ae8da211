// Loads the world of a page (`/{worldName}/…`) and renders the page for those who may see it.
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { Loaded } from '../ui/Loaded'
import { PageSkeleton } from '../ui/Skeleton'
import { canManage, useWorld, type WorldView } from './useWorld'
import type { WorldRefusalProps } from './WorldRefusal'

const RefusalPage = lazy(() => import('./WorldRefusal'))

/** The page of a world that the caller cannot see. */
export function WorldRefusal(props: WorldRefusalProps) {
  return (
    <Suspense fallback={<PageSkeleton title={props.worldName} />}>
      <RefusalPage {...props} />
    </Suspense>
  )
}

interface WorldGateProps {
  waiting?: ReactNode
  /** The page is for administrators of the world: what others see instead. */
  notManaged?: (world: WorldView) => ReactNode
  children: (world: WorldView) => ReactNode
}

export function WorldGate({ waiting, notManaged, children }: WorldGateProps) {
  const { worldName = '' } = useParams()
  const { pathname, search } = useLocation()
  return (
    <Loaded
      query={useWorld(worldName)}
      title={worldName}
      waiting={waiting}
      missing={({ code }) => <WorldRefusal worldName={worldName} code={code} />}
      denied={<WorldRefusal worldName={worldName} />}
    >
      {(world) => {
        // A name is found in any case; its page has one address.
        if (worldName !== world.worldName && worldName.toLowerCase() === world.worldName)
          return <Navigate replace to={pathname.replace(worldName, world.worldName) + search} />
        const isClosed = !world.isPublic && !world.isMember && !world.isOwner
        if (world.blacklisted || isClosed) return <WorldRefusal worldName={worldName} world={world} />
        return notManaged && !canManage(world) ? notManaged(world) : children(world)
      }}
    </Loaded>
  )
}
