// The root of every screen: modals, toasts, onboarding.
import { ErrorBoundary, Toaster } from '@witverse/sdk'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Arrival } from '../features/arrival/arrival'
import { Greet } from '../features/arrival/Greet'
import { Modals } from '../features/Modals'
import { StaffSudo } from '../features/profile/sudo/StaffSudo'
import { LiveNotices } from '../features/session/LiveNotices'
import { Onboarding } from '../features/session/Onboarding'
import type { Session } from '../features/session/session'
import { SessionProvider } from '../features/session/session-context'
import type { Plugins } from '../lib/federation'
import { PluginsProvider } from '../lib/plugins-context'
import { prefetchLinks } from '../lib/prefetch-links'
import { ServerErrorScreen } from '../screens/ServerErrorScreen'

interface RootProps {
  plugins: Plugins
  session: Session
  arrival: Arrival
  children: ReactNode
}

export function Root({ plugins, session, arrival, children }: RootProps) {
  const { pathname } = useLocation()
  useEffect(() => session.start(), [session])
  useEffect(() => prefetchLinks(plugins.prefetch), [plugins])
  return (
    <SessionProvider value={session}>
      <PluginsProvider value={plugins}>
        <ErrorBoundary resetKey={pathname} fallback={() => <ServerErrorScreen />}>
          {children}
          <Modals />
        </ErrorBoundary>
        <Greet arrival={arrival} />
        <Onboarding />
        <LiveNotices />
        <StaffSudo />
        <Toaster />
      </PluginsProvider>
    </SessionProvider>
  )
}
