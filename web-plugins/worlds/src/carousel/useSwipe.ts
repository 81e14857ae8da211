// Drags the carousel with a finger or the mouse and reports the number of cards to move.
import { type PointerEvent, useRef, useState } from 'react'
import { swipeSteps } from './position'

const DRAG_PX = 6

export function useSwipe(stepPx: number, onMove: (steps: number) => void) {
  const start = useRef<{ x: number; at: number; id: number; dragging: boolean } | null>(null)
  const [offset, setOffset] = useState(0)
  /** True after a drag, so that the click that ends it is ignored. */
  const dragged = useRef(false)

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    dragged.current = false
    start.current = { x: event.clientX, at: event.timeStamp, id: event.pointerId, dragging: false }
  }

  function onPointerMove(event: PointerEvent) {
    const from = start.current
    if (!from || from.id !== event.pointerId) return
    const distance = event.clientX - from.x
    if (!from.dragging && Math.abs(distance) < DRAG_PX) return
    if (!from.dragging) {
      from.dragging = true
      dragged.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setOffset(distance)
  }

  function onPointerUp(event: PointerEvent) {
    const from = start.current
    start.current = null
    setOffset(0)
    if (!from?.dragging) return
    onMove(swipeSteps(event.clientX - from.x, event.timeStamp - from.at, stepPx))
  }

  function onPointerCancel() {
    start.current = null
    setOffset(0)
  }

  return { offset, dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}
