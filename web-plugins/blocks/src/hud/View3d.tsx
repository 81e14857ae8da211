// The canvas of the room. three is loaded here, and only when the 3D room is shown.
import { useText } from '@witverse/sdk'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Session } from '../room/session'
import type { Controls, Stick } from '../three/controls'
import type { Probe, Stage } from '../three/stage'
import { useBubbles } from './Bubbles'

const GamepadLayer = lazy(() => import(/* webpackChunkName: "page-gamepad" */ '../gamepad/GamepadLayer'))

declare global {
  interface Window {
    /** For tests: what the room draws. */
    __room?: { probe(): Probe }
  }
}

interface View3dProps {
  session: Session
  /** How often the context was lost: each time the quality begins lower. */
  losses: number
  /** A press on the item that an object shows. */
  onItem?(id: string): void
  onReady(): void
  /** No 3D: the code did not arrive, or the context was lost. */
  onLost(reason: 'lost' | 'failed'): void
}

/** Phones and small windows begin low; the governor raises them if they can do more. */
function firstStep(): number {
  const isSmall = window.innerWidth * window.innerHeight < 250_000
  return isSmall || window.matchMedia('(pointer: coarse)').matches ? 4 : 1
}

export function View3d({ session, losses, onItem, onReady, onLost }: View3dProps) {
  const t = useText('blocks')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stick, setStick] = useState<Stick | null>(null)
  const [controls, setControls] = useState<Controls | null>(null)
  const hasPad = useGamepad()
  const { layer, place } = useBubbles(session)
  const onFrame = useEffectEvent((stage: Stage) => place(stage))
  const onPick = useEffectEvent((id: string) => onItem?.(id))
  const onOpen = useEffectEvent(() => onReady())
  const onEnd = useEffectEvent((reason: 'lost' | 'failed') => onLost(reason))
  useEffect(() => {
    let stage: Stage | undefined
    let isOver = false
    async function open() {
      const { Stage: Opened } = await import('../three/stage')
      await Opened.prepare(session.scene)
      if (isOver || !canvas.current) return
      stage = new Opened({
        canvas: canvas.current,
        session,
        step: Math.min(5, firstStep() + losses),
        wallClock: Date.now,
        onStick: (next) => setStick(next && { ...next }),
        onItem: (id) => onPick(id),
        onLost: () => onEnd('lost'),
        onFrame: () => stage && onFrame(stage),
      })
      const opened = stage
      window.__room = { probe: () => opened.probe() }
      setControls(opened.controls)
      onOpen()
    }
    open().catch(() => !isOver && onEnd('failed'))
    return () => {
      isOver = true
      stage?.dispose()
      delete window.__room
    }
  }, [session, losses])
  return (
    <>
      <canvas ref={canvas} className="bl-canvas" role="img" aria-label={t('room.canvas')} />
      {layer}
      {hasPad && controls && (
        <Suspense fallback={null}>
          <GamepadLayer session={session} controls={controls} />
        </Suspense>
      )}
      {stick && (
        <div className="bl-stick" style={{ left: stick.x, top: stick.y }} aria-hidden="true">
          <i style={{ transform: `translate(${stick.dx * 50}px, ${stick.dy * 50}px)` }} />
        </div>
      )}
    </>
  )
}

/** Whether a gamepad is connected. Browsers report one only after a press of its buttons. */
function useGamepad(): boolean {
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    const update = () => setConnected(navigator.getGamepads?.().some((pad) => pad?.connected) ?? false)
    update()
    window.addEventListener('gamepadconnected', update)
    window.addEventListener('gamepaddisconnected', update)
    return () => {
      window.removeEventListener('gamepadconnected', update)
      window.removeEventListener('gamepaddisconnected', update)
    }
  }, [])
  return isConnected
}
