// From a block that lets one in to the room: its scene, the code that draws it, the connection.
import { ApiError, isMissing, PluginSlot, type TrialCopy, useApi, useCaller, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { askForTicket, type BlockView, isFinalRefusal, loadScene, recordEntry } from '../api/rooms'
import { Room } from '../hud/Room'
import { useConnectionState } from '../hud/useRoom'
import { browserPorts, type Ports } from '../room/ports'
import { parseScene } from '../room/scene'
import { Session } from '../room/session'
import { Denied } from './Denied'
import { type Assembly, KickedScreen, LoadingScreen, Screen } from './Screens'
import { hasWebGl } from './webgl'

/** Everything but the answer of the room. */
const ASSEMBLED: Assembly = { scene: 1, view: 1, room: 0 }
const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403].includes(error.status)
/** Attempts to connect before the screen says that it fails. */
const ATTEMPTS_SHOWN = 4

interface EntranceProps {
  block: BlockView
  title: string
  /** The person enters a copy of the block for a plugin on trial. */
  trial?: TrialCopy | null
  ports?: Ports
}

export function Entrance({ block, title, trial = null, ports }: EntranceProps) {
  const [attempt, setAttempt] = useState(0)
  const { user } = useCaller()
  return (
    // A login on this screen enters again as the account.
    <Loading
      key={`${user?.id} ${attempt} ${trial?.install} ${trial?.player}`}
      block={block}
      title={title}
      trial={trial}
      ports={ports}
      onAgain={() => setAttempt(attempt + 1)}
    />
  )
}

interface LoadingProps extends Omit<EntranceProps, 'ports' | 'trial'> {
  trial: TrialCopy | null
  ports: Ports | undefined
  onAgain: () => void
}

function Loading({ block, title, trial, ports, onAgain }: LoadingProps) {
  const t = useText('blocks')
  const api = useApi()
  const [has3d] = useState(hasWebGl)
  const [assembly, setAssembly] = useState<Assembly>({ scene: 0, view: has3d ? 0 : null, room: 0 })
  const [session, setSession] = useState<Session | null>(null)
  const [failure, setFailure] = useState<'denied' | 'loadError' | null>(null)
  const open = useEffectEvent(async (signal: AbortSignal) => {
    // The code is fetched along with the scene. Without it the twin is still there.
    const code = has3d ? import('../three/stage').catch(() => null) : Promise.resolve(null)
    const advance = (change: Partial<Assembly>) =>
      signal.aborted || setAssembly((now) => ({ ...now, ...change }))
    if (has3d) void code.then(() => advance({ view: 1 }))
    const {
      scene: document,
      doors,
      models,
      items,
    } = await loadScene(api, block.blockId, signal, (scene) => advance({ scene }))
    const { scene } = parseScene(document, doors, models, items)
    await code
    if (signal.aborted) return undefined
    const opened = new Session({
      scene,
      guestName: t('people.guest'),
      ports: ports ?? browserPorts(),
      getTicket: () => askForTicket(api, block.blockId, trial),
      isFinal: isFinalRefusal,
    })
    opened.connection.start()
    setSession(opened)
    return opened
  })
  useEffect(() => {
    const abort = new AbortController()
    let opened: Session | undefined
    open(abort.signal)
      .then((next) => {
        opened = next
        if (abort.signal.aborted) next?.connection.leave()
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setFailure(isRefusal(error) ? 'denied' : 'loadError')
      })
    return () => {
      abort.abort()
      opened?.connection.leave()
    }
  }, [])
  const { worldName } = block
  if (failure === 'denied') return <Denied block={block} title={title} onRetry={onAgain} />
  if (failure) return <Screen kind="loadError" worldName={worldName} onRetry={onAgain} />
  if (!session) return <LoadingScreen title={title} assembly={assembly} />
  return <Visit {...{ session, block, title, trial, has3d, onAgain }} />
}

interface VisitProps {
  session: Session
  block: BlockView
  title: string
  trial: TrialCopy | null
  has3d: boolean
  onAgain: () => void
}

function Visit({ session, block, title, trial, has3d, onAgain }: VisitProps) {
  const { worldName, blockId } = block
  const api = useApi()
  const { user } = useCaller()
  const state = useConnectionState(session)
  const [wasOpen, setWasOpen] = useState(false)
  // A visit of a copy is no visit of the block.
  const isCounted = user !== null && trial === null
  useEffect(() => {
    if (state.status === 'open') setWasOpen(true)
  }, [state])
  useEffect(() => {
    if (wasOpen && isCounted) void recordEntry(api, blockId)
  }, [wasOpen, isCounted, api, blockId])
  const retry = () => session.connection.retry()
  if (state.status === 'kicked') return <KickedScreen {...state} worldName={worldName} onRetry={retry} />
  if (state.status === 'refused' && isMissing(state.error))
    return <Screen kind="missing" worldName={worldName} />
  if (state.status === 'refused') return <Denied block={block} title={title} onRetry={onAgain} />
  if (!wasOpen && state.status === 'reconnecting' && state.attempt >= ATTEMPTS_SHOWN) {
    return <Screen kind="failure" worldName={worldName} onRetry={retry} />
  }
  if (!wasOpen && state.status !== 'open') return <LoadingScreen title={title} assembly={ASSEMBLED} />
  return (
    <>
      <Room
        {...{ session, blockId, title, worldName, has3d, trial, game: block.game }}
        isDraft={block.state === 'assembling'}
        onReload={onAgain}
      />
      {!trial && <PluginSlot at="world.visit" data={{ worldName, blockId }} />}
    </>
  )
}
