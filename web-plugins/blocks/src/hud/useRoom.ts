// Hooks over a session: what React shows of it.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RoomView } from '../room/presence'
import type { Session } from '../room/session'

export const usePresence = (session: Session): RoomView =>
  useSyncExternalStore(session.presence.subscribe, session.presence.get)

export const useConnectionState = (session: Session) =>
  useSyncExternalStore(session.subscribeState, session.getState)

/** Whether another version of the scene was published since the person entered. */
export const useSceneIsOutdated = (session: Session) =>
  useSyncExternalStore(session.subscribeState, session.getIsOutdated)

/** The ids of the objects that the game of the room has marked. */
export const useMarks = (session: Session): readonly string[] =>
  useSyncExternalStore(session.game.subscribeMarks, session.game.marks)

/** Calls back a few times a second while the page is visible, for positions on maps. */
export function useTicker(task: () => void, everyMs: number) {
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  useEffect(() => {
    const id = setInterval(() => latest.current(), everyMs)
    return () => clearInterval(id)
  }, [everyMs])
}

/** Whether the page fills the screen, and how to change that. */
export function useFullScreen() {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  // Of the whole document: menus and dialogs are outside of the room's element and must stay visible.
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen?.().catch(() => undefined)
  }
  return { isFull, toggle }
}
