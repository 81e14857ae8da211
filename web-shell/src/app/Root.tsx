// The root of every screen: modals, toasts, onboarding, scroll restoration.
import { ErrorBoundary, Toaster } from '@witverse/sdk'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
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
import { BackClosesModal } from './BackClosesModal'

interface RootProps {
  plugins: Plugins
  session: Session
  arrival: Arrival
}

export function Root({ plugins, session, arrival }: RootProps) {
  const { pathname } = useLocation()
  useEffect(() => session.start(), [session])
  useEffect(() => prefetchLinks(plugins.prefetch), [plugins])
  return (
    <SessionProvider value={session}>
      <PluginsProvider value={plugins}>
        <ErrorBoundary resetKey={pathname} fallback={() => <ServerErrorScreen />}>
          <Outlet />
          <Modals />
        </ErrorBoundary>
        <BackClosesModal />
        <Greet arrival={arrival} />
        <Onboarding />
        <LiveNotices />
        <StaffSudo />
        <Toaster />
        <ScrollRestoration />
      </PluginsProvider>
    </SessionProvider>
  )
}
