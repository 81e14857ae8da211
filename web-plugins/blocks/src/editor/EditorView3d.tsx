// The canvas of the editor: the pointer selects, drags things over the floor, circles the camera. three is loaded here.
import { Button, useText, useToast } from '@witverse/sdk'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState, type WheelEvent } from 'react'
import { useEditor, useEditorState } from './context'
import { find } from './document'
import type { EditorStage } from './EditorStage'
import { overview, shifted, turned, zoomed } from './orbit'
import { useEditorText } from './texts'

export type PictureTaker = () => Promise<Blob | null>

interface EditorView3dProps {
  isPreview: boolean
  onLost: () => void
  onTaker: (taker: PictureTaker | null) => void
}

const TAP_PX = 5
const TURN_PER_PX = 0.006

interface Gesture {
  kind: 'things' | 'turn' | 'shift'
  start: { x: number; y: number }
  last: { x: number; y: number }
  /** Where the drag has begun on the plane of the thing. */
  from: { x: number; z: number } | null
  height: number
  moved: boolean
  /** A tap on this thing takes it out of the selection. */
  out: string | null
}

export function EditorView3d({ isPreview, onLost, onTaker }: EditorView3dProps) {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const toast = useToast()
  const { store } = useEditor()
  const { shown, selection } = useEditorState()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<EditorStage | null>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const gesture = useRef<Gesture | null>(null)
  const lost = useEffectEvent(() => {
    toast(tEditor('lost3d'), 'plain')
    onLost()
  })
  const offer = useEffectEvent((taker: PictureTaker | null) => onTaker(taker))
  useEffect(() => {
    let opened: EditorStage | undefined
    let isOver = false
    async function open() {
      const { EditorStage: Opened } = await import(/* webpackChunkName: "editor-stage" */ './EditorStage')
      if (isOver || !canvas.current) return
      const options = { canvas: canvas.current, wallClock: Date.now, onLost: () => lost() }
      opened = new Opened(options, store.document.size)
      const taker = opened
      offer(() => taker.picture())
      setStage(opened)
    }
    open().catch(() => !isOver && lost())
    return () => {
      isOver = true
      offer(null)
      opened?.dispose()
    }
  }, [store])
  useEffect(() => stage?.show(shown, selection), [stage, shown, selection])
  useEffect(() => stage?.setPreview(isPreview), [stage, isPreview])

  function look(orbit: EditorStage['orbit']) {
    stage?.look(orbit)
    store.centre = { x: orbit.x, z: orbit.z }
  }
  const pointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  function down(event: PointerEvent) {
    const at = pointOf(event)
    pointers.current.set(event.pointerId, at)
    if (!stage || pointers.current.size > 1) {
      gesture.current = null
      store.drag({ x: 0, z: 0 })
      return
    }
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const id = isPreview || event.button > 0 ? null : stage.pick(at.x, at.y)
    const isAdding = event.shiftKey || event.metaKey || event.ctrlKey
    const out = id !== null && store.press(id, isAdding) ? id : null
    const height = id === null ? 0 : (find(shown, id)?.thing.position.y ?? 0)
    const isShift = event.button > 0 || (id === null && event.shiftKey)
    gesture.current = {
      ...{ kind: id !== null ? 'things' : isShift ? 'shift' : 'turn', start: at, last: at, height },
      ...{ from: id === null ? null : stage.floorAt(at.x, at.y, height), moved: false, out },
    }
  }
  function move(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before || !stage) return
    const at = pointOf(event)
    pointers.current.set(event.pointerId, at)
    if (pointers.current.size === 2) return pinch(event.pointerId, before, at)
    const now = gesture.current
    if (!now) return
    if (!now.moved && Math.hypot(at.x - now.start.x, at.y - now.start.y) < TAP_PX) return
    now.moved = true
    const [dx, dy] = [at.x - now.last.x, at.y - now.last.y]
    now.last = at
    if (now.kind === 'turn') look(turned(stage.orbit, -dx * TURN_PER_PX, dy * TURN_PER_PX))
    else if (now.kind === 'shift') pan(dx, dy)
    else store.drag(dragged(now, at))
  }
  function pan(dx: number, dy: number) {
    const height = canvas.current?.clientHeight ?? 1
    if (stage) look(shifted(stage.orbit, -dx / height, -dy / height, shown.size))
  }
  function dragged(now: Gesture, at: { x: number; y: number }) {
    const to = stage?.floorAt(at.x, at.y, now.height)
    return to && now.from ? { x: to.x - now.from.x, z: to.z - now.from.z } : { x: 0, z: 0 }
  }
  /** Two fingers: their distance zooms, their way moves, their turn turns. */
  function pinch(id: number, before: { x: number; y: number }, at: { x: number; y: number }) {
    const [other] = [...pointers.current].filter(([one]) => one !== id).map(([, point]) => point)
    if (!other || !stage) return
    const length = (point: { x: number; y: number }) =>
      Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
    const angle = (point: { x: number; y: number }) => Math.atan2(point.y - other.y, point.x - other.x)
    const twist = angle(at) - angle(before)
    look(turned(zoomed(stage.orbit, length(before) / length(at)), Math.abs(twist) < 1 ? twist : 0, 0))
    pan((at.x - before.x) / 2, (at.y - before.y) / 2)
  }
  function up(event: PointerEvent) {
    pointers.current.delete(event.pointerId)
    const now = gesture.current
    gesture.current = null
    if (!now) return
    if (now.kind === 'turn' && !now.moved && !isPreview) store.pressFloor()
    if (now.out !== null && !now.moved) store.toggle(now.out)
    if (now.kind === 'things' && now.moved) store.drop(dragged(now, pointOf(event)))
  }
  const onWheel = (event: WheelEvent) =>
    stage && look(zoomed(stage.orbit, event.deltaY > 0 ? 1.12 : 1 / 1.12))
  return (
    <>
      <canvas
        ref={canvas}
        className="bl-canvas"
        role="img"
        aria-label={tEditor('canvas')}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={(event) => {
          pointers.current.delete(event.pointerId)
          gesture.current = null
          store.drag({ x: 0, z: 0 })
        }}
        onWheel={onWheel}
        onContextMenu={(event) => event.preventDefault()}
      />
      {!stage && (
        <p className="bl-drawing" role="status">
          {t('loading.drawing')}
        </p>
      )}
      {stage && !isPreview && (
        <div className="bl-zoom">
          <button
            type="button"
            aria-label={tEditor('zoomIn')}
            onClick={() => look(zoomed(stage.orbit, 0.75))}
          >
            +
          </button>
          <button
            type="button"
            aria-label={tEditor('zoomOut')}
            onClick={() => look(zoomed(stage.orbit, 1.33))}
          >
            −
          </button>
          <Button size="small" variant="quiet" onClick={() => stage.above()}>
            {tEditor('above')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => look(overview(shown.size))}>
            {tEditor('overview')}
          </Button>
        </div>
      )}
    </>
  )
}
