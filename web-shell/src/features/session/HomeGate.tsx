// Redirects members with a world from `/` to their world.
import { PageSkeleton, useCaller, useHost, useText, useToast } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { type ReactNode, useEffect } from 'react'

export function HomeGate({ children }: { children: ReactNode }) {
  const { status, user } = useCaller()
  const navigate = useNavigate()
  const toast = useToast()
  const { store } = useHost()
  const t = useText('shell')
  const world = user?.worldName ?? null

  useEffect(() => {
    if (!world) return
    // Does not replace a toast that is shown, such as "You're logged in as …".
    if (!store.getState().toast) toast(t('session.toYourWorld', { world }))
    void navigate(`/${world}`, { replace: true })
  }, [world, navigate, toast, store, t])

  return status === 'loading' || world ? <PageSkeleton /> : children
}
