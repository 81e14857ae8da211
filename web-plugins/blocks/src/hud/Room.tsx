// A visit on the screen: the 3D room or its twin, and what lies over both.
import {
  Button,
  ButtonLink,
  classes,
  Icon,
  IconButton,
  type TrialCopy,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { ConnectionState } from '../room/connection'
import type { Session } from '../room/session'
import { LiveRegion } from '../twin/LiveRegion'
import { Twin } from '../twin/Twin'
import { ChatLines, Expressions } from './Chat'
import { DoorPrompt } from './DoorPrompt'
import { Game } from './Game'
import { PeoplePanel } from './PeoplePanel'
import { RoomMap } from './RoomMap'
import { SoundButton } from './SoundButton'
import { useConnectionState, useFullScreen, usePresence, useSceneIsOutdated } from './useRoom'
import { View3d } from './View3d'

const Items = lazy(() => import(/* webpackChunkName: "page-items" */ './Items'))
const AboutDialog = lazy(() => import(/* webpackChunkName: "page-block" */ '../about/AboutDialog'))

type PanelName = 'chat' | 'people'

interface RoomProps {
  session: Session
  blockId: string
  title: string
  worldName: string
  /** The plugin whose game is played in the block. */
  game: string | null
  /** False on devices without WebGL. */
  has3d: boolean
  /** The block is not published: only the people who manage it are here. */
  isDraft?: boolean
  /** The room is a copy for a plugin on trial, which is the game. */
  trial?: TrialCopy | null
  /** Of the tutorial: what lies over a room that has no block. Everybody may talk there. */
  coach?: (is3d: boolean) => ReactNode
  /** Enters again, with the newest scene. */
  onReload?: () => void
}

export function Room(props: RoomProps) {
  const { session, blockId, title, worldName, game, has3d, isDraft = false } = props
  const { trial = null, coach, onReload } = props
  const t = useText('blocks')
  const toast = useToast()
  const { members, self } = usePresence(session)
  const state = useConnectionState(session)
  const { isFull, toggle } = useFullScreen()
  const [is3d, set3d] = useState(has3d)
  const [isDrawn, setDrawn] = useState(false)
  const [losses, setLosses] = useState(0)
  const [isAbout, setAbout] = useState(false)
  const [item, setItem] = useState<string | null>(null)
  const hasItems = session.scene.objects.some((object) => object.item)
  const [panel, setPanel] = useState<PanelName | null>(() => (window.innerWidth > 900 ? 'chat' : null))
  usePageEvents(session)
  const isSitting = self !== null && (members.get(self)?.seat ?? null) !== null
  const show = (next: PanelName) => setPanel((now) => (now === next ? null : next))

  function lost(reason: 'lost' | 'failed') {
    setLosses((count) => count + 1)
    set3d(false)
    setDrawn(false)
    toast(t(reason === 'lost' ? 'room.contextLost' : 'room.failed3d'), 'plain')
  }
  const gamePanel = (game || trial) && (
    <Game {...{ session, blockId, worldName, trial }} game={trial ? '' : (game ?? '')} />
  )
  const sidePanel = panel && (
    <section className="bl-panel" aria-label={t(panel === 'chat' ? 'chat.title' : 'people.title')}>
      {panel === 'chat' ? (
        <ChatLines session={session} />
      ) : (
        <PeoplePanel session={session} blockId={blockId} onNoWay={() => toast(t('twin.noWay'), 'bad')} />
      )}
    </section>
  )
  return (
    <div className={classes('bl-room', !is3d && 'is-twin', isFull && 'is-full')}>
      {is3d ? (
        <View3d
          session={session}
          losses={losses}
          onItem={setItem}
          onReady={() => setDrawn(true)}
          onLost={lost}
        />
      ) : (
        <Twin session={session} blockId={blockId} game={gamePanel} />
      )}
      {is3d && !isDrawn && (
        <p className="bl-drawing" role="status">
          {t('loading.drawing')}
        </p>
      )}
      <header className="bl-top">
        <ButtonLink
          className="bl-pill"
          variant="quiet"
          size="small"
          to={`/${worldName}`}
          aria-label={t('room.leave')}
        >
          <Icon name="left" size={18} />
          <span className="bl-wide-only">{t('room.leave')}</span>
        </ButtonLink>
        <h1 className="bl-title">{title}</h1>
        {isDraft && (
          <Link className="bl-draft" to={`/${worldName}/setting/${blockId}`}>
            {t('room.draft')}
          </Link>
        )}
        {trial && (
          <Link className="bl-draft" to={`/${worldName}/management?tab=plugins`}>
            {t('room.trial')}
          </Link>
        )}
        <div className="bl-tools">
          {(has3d || losses > 0) && (
            <Button className="bl-pill" variant="quiet" size="small" onClick={() => set3d(!is3d)}>
              {t(is3d ? 'room.to2d' : 'room.to3d')}
            </Button>
          )}
          <IconButton
            className="bl-tool"
            label={t('people.button', { count: members.size })}
            aria-pressed={panel === 'people'}
            onClick={() => show('people')}
          >
            <Icon name="people" />
            <span className="bl-count" aria-hidden="true">
              {members.size}
            </span>
          </IconButton>
          <IconButton
            className="bl-tool"
            label={t('chat.title')}
            aria-pressed={panel === 'chat'}
            onClick={() => show('chat')}
          >
            <Icon name="list" />
          </IconButton>
          {!coach && (
            <IconButton className="bl-tool" label={t('room.about')} onClick={() => setAbout(true)}>
              <Icon name="image" />
            </IconButton>
          )}
          {session.scene.ambience && <SoundButton ambience={session.scene.ambience} />}
          <IconButton
            className="bl-tool bl-full"
            label={t(isFull ? 'room.endFull' : 'room.full')}
            onClick={toggle}
          >
            <Icon name="device" />
          </IconButton>
        </div>
      </header>
      {coach?.(is3d)}
      <ConnectionNotice state={state} onRetry={() => session.connection.retry()} />
      {onReload && <SceneNotice session={session} onReload={onReload} />}
      {is3d ? (
        <div className="bl-room-side">
          {gamePanel}
          {sidePanel}
        </div>
      ) : (
        sidePanel
      )}
      {is3d && <DoorPrompt session={session} />}
      {is3d && hasItems && (
        <Suspense fallback={null}>
          <Items session={session} shown={item} onShow={setItem} />
        </Suspense>
      )}
      {is3d && (
        <div className="bl-minimap">
          <RoomMap session={session} onPick={(x, z) => session.walkTo({ x, z })} />
        </div>
      )}
      <footer className="bl-bottom">
        {is3d && isSitting && (
          <Button size="small" onClick={() => void session.stand()}>
            {t('twin.stand')}
          </Button>
        )}
        <Expressions session={session} isOpen={coach !== undefined} />
      </footer>
      {is3d && <p className="bl-keys">{t('room.keys')}</p>}
      <LiveRegion session={session} />
      {isAbout && (
        <Suspense fallback={null}>
          <AboutDialog blockId={blockId} onClose={() => setAbout(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The scene stays up while the connection comes back: a small notice, not a screen. */
function ConnectionNotice({ state, onRetry }: { state: ConnectionState; onRetry: () => void }) {
  const t = useText('blocks')
  if (state.status !== 'reconnecting' || !state.wasOpen) return null
  return (
    <div className="bl-notice" role="status">
      <span>{t('room.reconnecting')}</span>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t('room.retryNow')}
      </Button>
    </div>
  )
}

/** A newer version of the scene was published. It is loaded when the person asks for it. */
function SceneNotice({ session, onReload }: { session: Session; onReload: () => void }) {
  const t = useText('blocks')
  const isOutdated = useSceneIsOutdated(session)
  if (!isOutdated) return null
  return (
    <div className="bl-notice" role="status">
      <span>{t('room.changed')}</span>
      <Button size="small" variant="secondary" onClick={onReload}>
        {t('room.seeChange')}
      </Button>
    </div>
  )
}

function usePageEvents(session: Session) {
  useEffect(() => {
    const update = () => session.connection.setVisible(document.visibilityState !== 'hidden')
    const leave = () => session.connection.leave()
    const again = () => session.connection.setOnline()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', update)
    window.addEventListener('pageshow', update)
    window.addEventListener('beforeunload', leave)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', update)
      window.removeEventListener('pageshow', update)
      window.removeEventListener('beforeunload', leave)
    }
  }, [session])
}
