// A connected gamepad: it steers the controls of the 3D room, opens the emoji wheel, and shows what its buttons do.
import { Icon, IconButton, usePartText, useText } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { doorAt } from '../hud/DoorPrompt'
import { EMOJIS } from '../hud/feelings'
import { useFeelings } from '../hud/useFeelings'
import { pathOf } from '../room/scene'
import type { Session } from '../room/session'
import { type Controls, isOccupied, type PadWish } from '../three/controls'
import { copyPad, type PadAction, type PadState, readPad, wheelEntry } from './mapping'
import { gamepadTexts } from './texts'
import '../styles/gamepad.css'

/** Radians a second with the stick at its end. */
const TURN = 2.6
const HINT_MS = 12_000

const connected = (): PadState | null =>
  navigator.getGamepads().find((pad) => pad?.connected && pad.mapping === 'standard') ??
  navigator.getGamepads().find((pad) => pad?.connected) ??
  null

export default function GamepadLayer({ session, controls }: { session: Session; controls: Controls }) {
  const navigate = useNavigate()
  const show = useFeelings(session)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isWheelOpen, setWheelOpen] = useState(false)
  const [isHinted, setHinted] = useState(true)
  const [isKnown] = useState(() => connected()?.mapping === 'standard')
  const act = useEffectEvent((action: PadAction) => {
    if (action === 'view') return controls.toggleFirstPerson()
    const door = doorAt(session)
    if (door?.target) return navigate(pathOf(door.target))
    return session.toggleSeat()
  })
  const close = useEffectEvent((entry: number | null) => {
    setWheelOpen(false)
    setChosen(null)
    if (entry !== null) void show('emoji', entry)
  })
  useEffect(() => {
    let before: PadState | null = null
    let [wasOpen, entry] = [false, null as number | null]
    controls.pad = (elapsedMs): PadWish | null => {
      const pad = connected()
      // A field or a dialog has the focus: the pad waits, as the keys do.
      if (!pad || isOccupied(document.activeElement, '')) return null
      const input = readPad(pad, before)
      before = copyPad(pad)
      if (!input) return null
      for (const action of input.actions) void act(action)
      if (input.isWheelOpen) {
        entry = wheelEntry(pad, EMOJIS.length) ?? entry
        setWheelOpen(true)
        setChosen(entry)
      } else if (wasOpen) {
        close(entry)
        entry = null
      }
      wasOpen = input.isWheelOpen
      const turn = (elapsedMs / 1000) * TURN
      return {
        ...{ right: input.move.x, ahead: input.move.y },
        ...{ isRunning: input.isRunning, isJumping: input.isJumping },
        ...{ turn: input.look.x * turn, tilt: input.look.y * turn * 0.6 },
      }
    }
    return () => {
      controls.pad = null
    }
  }, [controls])
  useEffect(() => {
    const id = setTimeout(() => setHinted(false), HINT_MS)
    return () => clearTimeout(id)
  }, [])
  return (
    <>
      {isWheelOpen && <Wheel chosen={chosen} />}
      {isHinted && <Hint isKnown={isKnown} onClose={() => setHinted(false)} />}
    </>
  )
}

const HINTS = ['walk', 'look', 'jump', 'interact', 'view', 'wheel'] as const

function Hint({ isKnown, onClose }: { isKnown: boolean; onClose: () => void }) {
  const t = usePartText(gamepadTexts)
  return (
    <section className="bl-pad-hint" role="status">
      <header>
        <b>{t('title')}</b>
        <IconButton label={t('close')} onClick={onClose}>
          <Icon name="close" size={16} />
        </IconButton>
      </header>
      {isKnown ? (
        <dl>
          {HINTS.map((hint) => (
            <div key={hint}>
              <dt>{t(hint)}</dt>
              <dd>{t(`${hint}Text`)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{t('unknown')}</p>
      )}
    </section>
  )
}

/** The emojis in a circle; the stick points at one, and letting go of the button sends it. */
function Wheel({ chosen }: { chosen: number | null }) {
  const t = usePartText(gamepadTexts)
  const blocks = useText('blocks')
  const emoji = chosen === null ? null : EMOJIS[chosen]
  return (
    <div className="bl-wheel">
      {EMOJIS.map(({ name, sign }, index) => {
        const angle = (index / EMOJIS.length) * 2 * Math.PI
        const place = { left: `${50 + Math.sin(angle) * 40}%`, top: `${50 - Math.cos(angle) * 40}%` }
        return (
          <span
            key={name}
            className={index === chosen ? 'is-chosen' : undefined}
            style={place}
            aria-hidden="true"
          >
            {sign}
          </span>
        )
      })}
      <p role="status">{emoji ? blocks(`emoji.${emoji.name}`) : t('choose')}</p>
    </div>
  )
}
