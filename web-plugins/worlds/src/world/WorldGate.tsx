// A page of a world: `WorldGate` of the SDK with the hue of the world, and visits are reported.
import { ButtonLink, EmptyPage, WorldGate as Gate, hueStyle, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'
import type { WorldView } from '../api/types'
import { useVisitReports } from '../api/visits'
import { WorldSkeleton } from './WorldSkeleton'

interface WorldGateProps {
  /** Only for the administrators of the world. */
  managed?: boolean
  children: (world: WorldView) => ReactNode
}

export function WorldGate({ managed = false, children }: WorldGateProps) {
  return (
    <Gate
      waiting={<WorldSkeleton />}
      {...(managed && { notManaged: (world: WorldView) => <NotYourWorld world={world} /> })}
    >
      {(world) => <Visited world={world}>{children(world)}</Visited>}
    </Gate>
  )
}

function Visited({ world, children }: { world: WorldView; children: ReactNode }) {
  useVisitReports(world.worldName, world.isPublic || world.isMember)
  return (
    <div className="wv-hue" style={hueStyle(world.hue)}>
      {children}
    </div>
  )
}

function NotYourWorld({ world }: { world: WorldView }) {
  const t = useText('worlds')
  return (
    <EmptyPage
      title={t('manage.title')}
      text={t('manage.notYours')}
      action={<ButtonLink to={`/${world.worldName}`}>{t('manage.toWorld')}</ButtonLink>}
    />
  )
}
