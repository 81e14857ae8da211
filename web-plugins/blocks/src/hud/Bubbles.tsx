// New chat messages and emojis above the heads. The stage places them each frame; React only adds and removes.
import { useEffect, useRef, useState } from 'react'
import type { Session } from '../room/session'
import type { Stage } from '../three/stage'
import { EMOJIS } from './feelings'

const SAID_MS = 6_000
const EMOJI_MS = 2_600
const BUBBLES_MAX = 24
const FAR_M = 26

interface Bubble {
  key: string
  slot: number
  text: string
  isEmoji: boolean
}

/** Returns the function that places the bubbles, to be called after each frame. */
export function useBubbles(session: Session) {
  const [bubbles, setBubbles] = useState<Bubble[]>([])
  const elements = useRef(new Map<string, HTMLElement>())
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (ms: number, task: () => void) => {
      const id = setTimeout(() => {
        timers.delete(id)
        task()
      }, ms)
      timers.add(id)
    }
    const show = (bubble: Bubble, ms: number) => {
      // One bubble of a kind per person: the newest.
      setBubbles((all) =>
        [...all.filter((one) => one.slot !== bubble.slot || one.isEmoji !== bubble.isEmoji), bubble].slice(
          -BUBBLES_MAX,
        ),
      )
      later(ms, () => setBubbles((all) => all.filter(({ key }) => key !== bubble.key)))
    }
    let { lines, feelings } = session.presence.get()
    let seen = Math.max(0, ...lines.map(({ key }) => key), ...feelings.map(({ key }) => key))
    const stop = session.presence.subscribe(() => {
      ;({ lines, feelings } = session.presence.get())
      const from = seen
      for (const line of lines) {
        seen = Math.max(seen, line.key)
        if (line.key <= from || line.kind !== 'chat') continue
        show({ key: `line ${line.key}`, slot: line.slot, text: line.text, isEmoji: false }, SAID_MS)
      }
      for (const { key, slot, kind, id, tick } of feelings) {
        seen = Math.max(seen, key)
        const text = EMOJIS[id]?.sign
        if (key <= from || kind !== 'emoji' || !text) continue
        const wait = Math.min(500, Math.max(0, (tick - session.tick()) * 50))
        later(wait, () => show({ key: `emoji ${key}`, slot, text, isEmoji: true }, EMOJI_MS))
      }
    })
    return () => {
      stop()
      for (const id of timers) clearTimeout(id)
    }
  }, [session])

  function place(stage: Stage) {
    for (const { key, slot, isEmoji } of bubbles) {
      const element = elements.current.get(key)
      if (!element) continue
      const at = stage.screenOf(slot)
      const isShown = at !== null && at.distance < FAR_M
      element.hidden = !isShown
      if (!at || !isShown) continue
      const y = isEmoji ? at.y - 8 : at.y
      element.style.transform = `translate(${at.x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`
    }
  }
  const layer = (
    <div className="bl-bubbles" aria-hidden="true">
      {bubbles.map(({ key, text, isEmoji }) => (
        <p
          key={key}
          hidden
          className={isEmoji ? 'bl-bubble is-emoji' : 'bl-bubble'}
          ref={(element) => {
            if (element) elements.current.set(key, element)
            return () => void elements.current.delete(key)
          }}
        >
          {text}
        </p>
      ))}
    </div>
  )
  return { layer, place }
}
