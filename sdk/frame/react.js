// Hooks of React for the pages of a Witverse plugin, over the connection of `index.js`. A page without React does not load this.
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { connect } from './index.js'

const Connection = createContext(null)

/** The connection of the page, made at the first use. */
let shared = null

export function createConnection() {
  let context = null
  const listeners = new Set()
  const frame = connect((next) => {
    context = next
    for (const listener of listeners) listener()
  })
  return {
    frame,
    context: () => context,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function FrameProvider({ children, fallback = null, connection }) {
  const [source] = useState(() => {
    if (connection) return connection
    shared ??= createConnection()
    return shared
  })
  const context = useSyncExternalStore(source.subscribe, source.context)
  const { language, theme } = context ?? {}
  useEffect(() => {
    if (!language) return
    document.documentElement.lang = language
    document.documentElement.dataset.theme = theme
  }, [language, theme])
  // Before the first context there is no language to show anything in.
  if (!context) return fallback
  return createElement(Connection.Provider, { value: { frame: source.frame, context } }, children)
}

export function useConnection() {
  const connection = useContext(Connection)
  if (!connection) throw new Error('No connection: put the page into a FrameProvider')
  return connection
}

export function useCaller() {
  const { person } = useConnection().context
  return { status: person ? 'member' : 'visitor', person }
}

export function useLanguage() {
  return { language: useConnection().context.language }
}

export function useTheme() {
  return { theme: useConnection().context.theme }
}

const NOTHING = { path: null, data: undefined, error: null }

export function useCall(path, { enabled = true, everyMs } = {}) {
  const { frame } = useConnection()
  const [answer, setAnswer] = useState(NOTHING)
  const [pending, setPending] = useState(0)
  // The number of the latest request: an older answer that arrives later is dropped.
  const latest = useRef(0)

  const refetch = useCallback(async () => {
    latest.current += 1
    const number = latest.current
    setPending((count) => count + 1)
    const settle = (change) => {
      if (number !== latest.current) return
      setAnswer((before) => ({ ...(before.path === path ? before : NOTHING), ...change, path }))
    }
    try {
      settle({ data: await frame.call('GET', path), error: null })
    } catch (error) {
      settle({ error })
    } finally {
      setPending((count) => count - 1)
    }
  }, [frame, path])

  useEffect(() => {
    if (!enabled) return
    void refetch()
    const timer = everyMs ? setInterval(refetch, everyMs) : null
    return () => {
      // The answer to an earlier path is dropped.
      latest.current += 1
      if (timer) clearInterval(timer)
    }
  }, [enabled, everyMs, refetch])

  const { data, error } = answer.path === path ? answer : NOTHING
  return { data, error, loading: enabled && data === undefined && !error, fetching: pending > 0, refetch }
}

/** A question that the shell shows, one at a time. `declined` is the code of a refusal, which is not reported as an error. */
function useQuestion(put, declined) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState(null)
  const busy = useRef(false)

  const ask = useCallback(
    async (...about) => {
      if (busy.current) return null
      busy.current = true
      setPending(true)
      setError(null)
      try {
        return await put(...about)
      } catch (refused) {
        if (refused.code !== declined) setError(refused)
        return null
      } finally {
        busy.current = false
        setPending(false)
      }
    },
    [put, declined],
  )
  return { ask, pending, error }
}

export function usePay() {
  const { frame, context } = useConnection()
  const { ask: pay, ...question } = useQuestion(frame.pay, 'payment_declined')
  return { pay, ...question, maxCharge: context.maxCharge }
}

export function useEscrow() {
  const { frame } = useConnection()
  const { ask: escrow, ...question } = useQuestion(frame.escrow, 'escrow_declined')
  return { escrow, ...question }
}

export function useRoom(listener = {}) {
  const { frame, context } = useConnection()
  const isInRoom = context.room !== null
  const current = useRef(listener)
  const [people, setPeople] = useState([])
  const [state, setState] = useState(null)
  const [room, setRoom] = useState(null)

  useEffect(() => {
    current.current = listener
  })
  useEffect(() => {
    if (!isInRoom) return
    setRoom(
      frame.room({
        onPeople: setPeople,
        onState: (next) => setState(() => next),
        onConnected: () => current.current.onConnected?.(),
        onEvent: (topic, payload) => current.current.onEvent?.(topic, payload),
        onChat: (from, text) => current.current.onChat?.(from, text),
        onAction: (by, kind, id) => current.current.onAction?.(by, kind, id),
      }),
    )
    return () => {
      frame.room({})
      setRoom(null)
    }
  }, [frame, isInRoom])

  return { room, people, state }
}
