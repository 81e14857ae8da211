// The screens of the shell and the pages of the plugins in the boot document, by their paths.
import { ErrorBoundary } from '@witverse/sdk'
import { useState } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router'
import type { Arrival } from '../features/arrival/arrival'
import { HomeGate } from '../features/session/HomeGate'
import type { Session } from '../features/session/session'
import { DefaultLayout } from '../layout/DefaultLayout'
import type { Plugins } from '../lib/federation'
import { lazyScreen } from '../lib/lazy'
import { PluginPage } from '../lib/PluginPage'
import { routerPath } from '../lib/paths'
import { NotFoundScreen } from '../screens/NotFoundScreen'
import { ServerErrorScreen } from '../screens/ServerErrorScreen'
import { Root } from './Root'

const Legal = lazyScreen(async () => (await import('../features/legal')).legal)
const Moderation = lazyScreen(async () => (await import('../features/moderation')).moderation)
const Admin = lazyScreen(async () => (await import('../features/admin')).admin)
const Gallery = lazyScreen(async () => (await import('../features/gallery')).gallery)
const Person = lazyScreen(async () => (await import('../features/people')).person)
const Appeal = lazyScreen(async () => (await import('../features/people')).appeal)
const Profile = lazyScreen(async () => (await import('../features/profile')).profile)

/** The shell's own screens, each in its own chunk. */
const OWN_SCREENS: RouteObject[] = [
  { path: '/profile/:tab?', element: <Profile /> },
  { path: '/user/:id', element: <Person /> },
  { path: '/appeal', element: <Appeal /> },
  { path: '/moderation/:id?', element: <Moderation /> },
  { path: '/admin/:section?/:id?', element: <Admin /> },
  { path: '/dev/ui/:component?', element: <Gallery /> },
  ...['/terms', '/nft-terms', '/privacy'].map((path) => ({ path, element: <Legal key={path} /> })),
]

interface ScreensProps {
  plugins: Plugins
  session: Session
  arrival: Arrival
}

/** The screen of the current location. */
export function Screens({ plugins, session, arrival }: ScreensProps) {
  const [routes] = useState(() => routesOf(plugins))
  const screen = useRoutes(routes)
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname} fallback={() => <ServerErrorScreen />}>
      <Root plugins={plugins} session={session} arrival={arrival}>
        {screen}
      </Root>
    </ErrorBoundary>
  )
}

function routesOf(plugins: Plugins): RouteObject[] {
  const pages = (layout: 'default' | 'none'): RouteObject[] =>
    plugins.list.flatMap((plugin) =>
      plugin.routes
        .filter((route) => (route.layout ?? 'default') === layout)
        .map((route): RouteObject => {
          const page = <PluginPage key={route.page} plugins={plugins} plugin={plugin} page={route.page} />
          return {
            path: routerPath(route.path),
            element: route.path === '/' ? <HomeGate>{page}</HomeGate> : page,
          }
        }),
    )
  return [
    ...pages('none'),
    {
      element: <DefaultLayout />,
      children: [
        ...pages('default'),
        ...OWN_SCREENS,
        { path: '/500', element: <ServerErrorScreen /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]
}
