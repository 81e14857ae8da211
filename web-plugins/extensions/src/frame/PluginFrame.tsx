// The frame of an installed plugin's page. The page has no origin and reaches the platform only through messages; calls
// go to the routes of its own install, as the person who uses it. Around it is a document of the platform on the host of
// the install (`kernel/src/http/outer_frame.js`): its policy decides where the page may go, and it passes messages on.
import { Button, Notice, useCaller, useLanguage, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Player } from '../api/types'
import {
  type FrameContext,
  type FrameMessage,
  type FrameSlot,
  MAX_HEIGHT,
  parseMessage,
  RateLimit,
  type ShellMessage,
  toFrame,
  unreadId,
} from './bridge'
import { EscrowDialog } from './EscrowDialog'
import { PayDialog } from './PayDialog'
import { useCalls } from './useCalls'
import { useQuestions } from './useQuestions'
import { type FrameGame, useRoomMessages } from './useRoomMessages'

/** Messages a second, and at once. Above, the frame is stopped. */
const MESSAGES_PER_S = 60
const MESSAGES_BURST = 200
const PING_MS = 3_000
/** A frame that answers no ping for this time is stopped. */
const SILENT_MS = 10_000
/** A document that does not start in this time is stopped. */
const START_MS = 15_000
const MIN_HEIGHT = 320
/** In a slot, the page is a part of another one. */
const MIN_SLOT_HEIGHT = 120

type Cut = 'hung' | 'flood' | 'silent' | 'left'

interface Props {
  src: string
  install: string
  name: string
  worldName: string
  /** The path of the page below the plugin; `/` in a slot. */
  page: string
  /** The place of the platform that shows the page. */
  slot?: FrameSlot
  /** The block, if the page is its game. */
  game?: FrameGame
  /** The event, if the page is on the page of one. */
  event?: FrameContext['event']
  /** The most WIT that it may ask for at a time. */
  maxCharge: number | null
  /** In a trial: the made-up player as whom it is used; null for oneself. */
  player?: Player | null
  /** Payments are made with play money. */
  isTrial?: boolean
}

export function PluginFrame(props: Props) {
  const t = useText('extensions')
  const [cut, setCut] = useState<Cut | null>(null)
  const [attempt, setAttempt] = useState(0)
  if (!cut) return <RunningFrame key={`${props.src} ${attempt}`} {...props} onCut={setCut} />
  return (
    <Notice
      icon="ban"
      tone="bad"
      alert
      action={
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            setCut(null)
            setAttempt(attempt + 1)
          }}
        >
          {t('frame.reload')}
        </Button>
      }
    >
      <strong>{t('frame.cutTitle')}</strong>
      <p>{t(`frame.cut.${cut}`)}</p>
    </Notice>
  )
}

function RunningFrame({
  src,
  install,
  name,
  worldName,
  page,
  slot,
  game,
  event = null,
  maxCharge,
  player = null,
  isTrial = false,
  onCut,
}: Props & { onCut: (cut: Cut) => void }) {
  const t = useText('extensions')
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [height, setHeight] = useState(slot ? MIN_SLOT_HEIGHT : MIN_HEIGHT)
  const { language } = useLanguage()
  const { user } = useCaller()
  const { call, file } = useCalls(install, player?.number ?? 0)
  const questions = useQuestions(maxCharge)
  const theme = useShownTheme()
  const heard = useRef(0)
  const loads = useRef(0)

  const send = useEffectEvent((message: ShellMessage) =>
    // To the document around the page, which passes it on.
    frame.current?.contentWindow?.postMessage(toFrame(message), '*'),
  )
  const sendContext = useEffectEvent(() => {
    const self = user ? { id: user.id, nickname: user.nickname ?? null } : null
    const person = player ? { id: player.id, nickname: player.nickname ?? null } : self
    const { room } = game ?? {}
    send({
      type: 'context',
      context: {
        ...{ language, worldName, page, person, maxCharge, event },
        slot: slot ?? null,
        // A room is dark in both themes.
        theme: room ? 'dark' : theme,
        room: room ? { blockId: room.blockId, roomId: room.roomId, isModerator: room.isModerator } : null,
      },
    })
  })
  const onMessage = useEffectEvent((message: FrameMessage) => {
    heard.current = performance.now()
    switch (message.type) {
      case 'ready':
        setReady(true)
        sendContext()
        break
      case 'resize':
        setHeight(Math.max(slot ? MIN_SLOT_HEIGHT : MIN_HEIGHT, Math.min(message.height, MAX_HEIGHT)))
        break
      case 'call':
        void call(message).then(send)
        break
      case 'file':
        void file(message).then(send)
        break
      case 'pay':
      case 'escrow':
        void questions.ask(message).then(send)
        break
      case 'highlight':
        game?.room.highlight(message.ids)
        break
      case 'walk':
        game?.room.walkTo(message.to)
        break
      case 'left':
        onCut('left')
        break
      case 'escape':
        leaveFrame(frame.current)
        break
      case 'pong':
        break
    }
  })
  const refuse = useEffectEvent((id: number) =>
    send({
      type: 'answer',
      ...{ id, ok: false, error: { status: 422, code: 'validation_failed', message: t('frame.unread') } },
    }),
  )
  const ping = useEffectEvent(() => send({ type: 'ping', ...(game && { serverMs: game.room.serverNow() }) }))
  const stop = useEffectEvent(onCut)

  // The platform's document never navigates. It reports a page that did.
  const onLoad = () => {
    loads.current += 1
    if (loads.current > 1) onCut('left')
  }

  useEffect(() => {
    const limit = new RateLimit(MESSAGES_PER_S, MESSAGES_BURST, performance.now())
    const listener = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return
      if (!limit.take(performance.now())) return stop('flood')
      const message = parseMessage(event.data)
      if (message) return onMessage(message)
      const id = unreadId(event.data)
      if (id !== null) refuse(id)
    }
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  useEffect(() => {
    if (!ready) {
      const timer = setTimeout(() => stop('silent'), START_MS)
      return () => clearTimeout(timer)
    }
    let tickedAt = performance.now()
    const timer = setInterval(() => {
      const sinceTick = performance.now() - tickedAt
      tickedAt += sinceTick
      // Timers of a hidden page are slowed down, those of the frame too; a device that was asleep had none.
      if (document.hidden || sinceTick > SILENT_MS) heard.current = performance.now()
      if (performance.now() - heard.current > SILENT_MS) stop('hung')
      else ping()
    }, PING_MS)
    return () => clearInterval(timer)
  }, [ready])

  // biome-ignore lint/correctness/useExhaustiveDependencies: sends what the person changes
  useEffect(() => {
    if (ready) sendContext()
  }, [ready, language, theme, user?.id, page, game?.room.isModerator, event?.isOrganiser])

  useRoomMessages(game, ready, send)
  const { asked } = questions

  return (
    <div className="ex-frame" aria-busy={!ready}>
      {!ready && <p role="status">{t('frame.loading', { name })}</p>}
      <iframe
        ref={frame}
        src={src}
        title={name}
        // The origin of its host, for `frame-src 'self'`. The page inside has none.
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
        height={height}
      />
      {asked?.question.type === 'pay' && (
        <PayDialog
          key={asked.number}
          asked={asked.question}
          {...{ name, worldName, install }}
          player={isTrial ? (player?.number ?? 0) : null}
          onEnd={asked.end}
        />
      )}
      {asked?.question.type === 'escrow' && (
        <EscrowDialog
          key={asked.number}
          asked={asked.question}
          {...{ name, worldName, install }}
          onEnd={asked.end}
        />
      )}
    </div>
  )
}

/** Escape closes what the frame is in; on a page of its own, the next Tab goes on behind the frame. */
function leaveFrame(frame: HTMLIFrameElement | null) {
  frame?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  if (document.activeElement === frame) frame?.blur()
}

/** The theme that is shown, also when the person follows their system. */
function useShownTheme(): 'light' | 'dark' {
  const query = '(prefers-color-scheme: dark)'
  const [systemIsDark, setSystemIsDark] = useState(() => matchMedia(query).matches)
  const [chosen, setChosen] = useState(() => document.documentElement.dataset.theme)
  useEffect(() => {
    const media = matchMedia(query)
    const onChange = () => setSystemIsDark(media.matches)
    media.addEventListener('change', onChange)
    const observer = new MutationObserver(() => setChosen(document.documentElement.dataset.theme))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      media.removeEventListener('change', onChange)
      observer.disconnect()
    }
  }, [])
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemIsDark)
  return isDark ? 'dark' : 'light'
}
