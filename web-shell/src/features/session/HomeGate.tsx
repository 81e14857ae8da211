// `/` is for those without a world; everyone else is taken to theirs.
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
    // What was said a moment ago, such as who is logged in now, is not spoken over.
    if (!store.getState().toast) toast(t('session.toYourWorld', { world }))
    void navigate(`/${world}`, { replace: true })
  }, [world, navigate, toast, store, t])

  return status === 'loading' || world ? <PageSkeleton label={t('loading')} /> : children
}
