// The browser's history as a router, with scroll positions, and with Back that closes an open modal instead of leaving the page under
// it. React Router's own `createBrowserRouter` would bring loaders and actions, which no page uses.
import { inTab, useModal, useOpenModals } from '@witverse/sdk'
import { type ReactNode, startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  Router as RouterOfHistory,
} from 'react-router'

export type History = Omit<ReturnType<typeof createBrowserHistory>, 'encodeLocation'>
type Action = History['action']

/** The key in the storage of the tab: how far locations are scrolled, in CSS pixels, by their keys. */
const POSITIONS = 'witverse.scroll'

interface Visit {
  action: Action
  location: Location
  /** Whether the page stays scrolled as it is. */
  keepsScroll: boolean
}

export function Router({ history, children }: { history: History; children: ReactNode }) {
  const modal = useModal()
  const open = useOpenModals().at(-1)?.id
  const [navigator] = useState(() => navigatorOf(history))
  const [visit, setVisit] = useState<Visit>(() => ({
    action: history.action,
    location: history.location,
    keepsScroll: false,
  }))
  const savePosition = useScrollPositions(visit)
  /** Back has closed a modal, and the history is on its way to where it was. */
  const isReturning = useRef(false)

  const follow = useEffectEvent((action: Action, location: Location, delta: number | null) => {
    if (action === 'POP' && isReturning.current) {
      isReturning.current = false
    } else if (action === 'POP' && open !== undefined && delta) {
      isReturning.current = true
      history.go(-delta)
      modal.close(open)
    } else {
      savePosition()
      const keepsScroll = navigator.keepsScroll()
      startTransition(() => setVisit({ action, location, keepsScroll }))
    }
  })
  useLayoutEffect(
    () => history.listen(({ action, location, delta }) => follow(action, location, delta)),
    [history],
  )
  return (
    <RouterOfHistory location={visit.location} navigationType={visit.action} navigator={navigator}>
      {children}
    </RouterOfHistory>
  )
}

/** Scrolls a page to where it was left, to the target of its link, or to its top. Returns a function that saves its position. */
function useScrollPositions(visit: Visit): () => void {
  const [positions] = useState<Record<string, number>>(() => ({ ...(inTab.readJson(POSITIONS) as object) }))
  useLayoutEffect(() => {
    const { action, location, keepsScroll } = visit
    const position = action === 'POP' ? positions[location.key] : undefined
    const target = location.hash && document.getElementById(location.hash.slice(1))
    if (position !== undefined) window.scrollTo(0, position)
    else if (target) target.scrollIntoView()
    else if (!keepsScroll) window.scrollTo(0, 0)
  }, [visit, positions])

  const save = () => {
    positions[visit.location.key] = window.scrollY
  }
  const leave = useEffectEvent(() => {
    save()
    inTab.writeJson(POSITIONS, positions)
    window.history.scrollRestoration = 'auto'
  })
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const onLeave = () => leave()
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])
  return save
}

/** Navigates the history; while a navigation is announced, `keepsScroll` tells whether it asked to keep the scroll position. */
function navigatorOf(history: History): Navigator & { keepsScroll: () => boolean } {
  let keepsScroll = false
  const announced =
    (navigate: History['push']): Navigator['push'] =>
    (to, state, options) => {
      keepsScroll = options?.preventScrollReset === true
      navigate(to, state)
      keepsScroll = false
    }
  return {
    createHref: history.createHref,
    createURL: history.createURL,
    go: history.go,
    push: announced(history.push),
    replace: announced(history.replace),
    keepsScroll: () => keepsScroll,
  }
}

export const createHistory = (): History => createBrowserHistory({ v5Compat: true })
