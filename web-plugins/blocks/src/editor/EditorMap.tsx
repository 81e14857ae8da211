import { memo, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import { inScene } from '../room/collision'
import { isKind, type Kind, kindOf } from '../room/kinds'
import { modelSolids } from '../room/kinds/models'
import { useEditor, useEditorState } from './context'
import { find, isDoor, isObject, type PlacedObject, type SceneDocument, type Spot } from './document'
import { useEditorText } from './texts'

/** A pointer that moved less than this was a tap. */
const TAP_PX = 5
const ZOOM = { least: 1, most: 8 }
/** The smallest area of a thing that can be tapped, in metres. */
const TAP_M = 0.55

interface View {
  x: number
  z: number
  zoom: number
}

interface Gesture {
  kind: 'things' | 'floor'
  from: { x: number; z: number }
  start: { x: number; y: number }
  view: View
  moved: boolean
  /** A tap on this thing takes it out of the selection. */
  out: string | null
}

export function EditorMap() {
  const t = useEditorText()
  const { store } = useEditor()
  const { shown, selection } = useEditorState()
  const svg = useRef<SVGSVGElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const gesture = useRef<Gesture | null>(null)
  const [view, setView] = useState<View>({ x: shown.size / 2, z: shown.size / 2, zoom: 1 })
  const side = shown.size / view.zoom
  useEffect(() => {
    store.centre = { x: view.x, z: view.z }
  }, [store, view])

  function metres(event: { clientX: number; clientY: number }): { x: number; z: number } {
    const matrix = svg.current?.getScreenCTM?.()
    if (!matrix) return { x: view.x, z: view.z }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return { x, z: y }
  }
  function zoomTo(zoom: number, from: View) {
    const next = Math.min(ZOOM.most, Math.max(ZOOM.least, zoom))
    setView(inside({ ...from, zoom: next }, shown.size))
  }
  function down(event: PointerEvent<SVGSVGElement>) {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.current.size > 1) {
      gesture.current = null
      store.drag({ x: 0, z: 0 })
      return
    }
    const id = (event.target as Element).closest('[data-id]')?.getAttribute('data-id') ?? null
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const isAdding = event.shiftKey || event.metaKey || event.ctrlKey
    const out = id !== null && store.press(id, isAdding) ? id : null
    const start = { x: event.clientX, y: event.clientY }
    const kind = id === null ? 'floor' : 'things'
    gesture.current = { kind, from: metres(event), start, view, moved: false, out }
  }
  function move(event: PointerEvent<SVGSVGElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    if (pointers.current.size === 2) return pinch(event, before)
    const now = gesture.current
    if (!now) return
    const distance = Math.hypot(event.clientX - now.start.x, event.clientY - now.start.y)
    if (!now.moved && distance < TAP_PX) return
    now.moved = true
    const at = metres(event)
    if (now.kind === 'things') return store.drag({ x: at.x - now.from.x, z: at.z - now.from.z })
    const scale = side / Math.min(svg.current?.clientWidth ?? 1, svg.current?.clientHeight ?? 1)
    const x = now.view.x - (event.clientX - now.start.x) * scale
    const z = now.view.z - (event.clientY - now.start.y) * scale
    setView(inside({ ...now.view, x, z }, shown.size))
  }
  function pinch(event: PointerEvent<SVGSVGElement>, before: { x: number; y: number }) {
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    if (!other) return
    const length = (at: { x: number; y: number }) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
    const now = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, now)
    zoomTo((view.zoom * length(now)) / length(before), view)
  }
  function up(event: PointerEvent<SVGSVGElement>) {
    pointers.current.delete(event.pointerId)
    const now = gesture.current
    gesture.current = null
    if (!now) return
    if (now.kind === 'floor' && !now.moved) store.pressFloor()
    if (now.out !== null && !now.moved) store.toggle(now.out)
    if (now.kind !== 'things' || !now.moved) return
    const at = metres(event)
    store.drop({ x: at.x - now.from.x, z: at.z - now.from.z })
  }
  function cancel(event: PointerEvent<SVGSVGElement>) {
    pointers.current.delete(event.pointerId)
    gesture.current = null
    store.drag({ x: 0, z: 0 })
  }
  const onWheel = (event: WheelEvent) => zoomTo(view.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), view)
  return (
    <>
      <svg
        ref={svg}
        className="bl-plan"
        viewBox={`${view.x - side / 2} ${view.z - side / 2} ${side} ${side}`}
        role="img"
        aria-label={t('plan')}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onWheel={onWheel}
      >
        <Floor document={shown} />
        <Glows document={shown} />
        {shown.objects.map((object) => (
          <ObjectMark key={object.id} object={object} />
        ))}
        {shown.links.map((door) => (
          <SpotMark key={door.id} spot={door} />
        ))}
        {shown.spawnPoints.map((spot) => (
          <SpotMark key={spot.id} spot={spot} />
        ))}
        {selection.map((id) => (
          <Outline key={id} document={shown} id={id} />
        ))}
      </svg>
      <div className="bl-zoom">
        <button type="button" aria-label={t('zoomIn')} onClick={() => zoomTo(view.zoom * 1.5, view)}>
          +
        </button>
        <button type="button" aria-label={t('zoomOut')} onClick={() => zoomTo(view.zoom / 1.5, view)}>
          −
        </button>
      </div>
    </>
  )
}

/** The view stays on the floor. */
function inside(view: View, size: number): View {
  const half = size / view.zoom / 2
  const within = (value: number) => Math.min(size - half, Math.max(half, value))
  return { ...view, x: within(view.x), z: within(view.z) }
}

const Floor = memo(function Floor({ document: { size, ground } }: { document: SceneDocument }) {
  return (
    <>
      <defs>
        <pattern id="bl-grid" width="1" height="1" patternUnits="userSpaceOnUse">
          <path d="M1 0H0V1" className="bl-plan-line" />
        </pattern>
      </defs>
      <rect className="bl-plan-ground" width={size} height={size} fill={ground.colour} />
      <rect width={size} height={size} fill="url(#bl-grid)" />
      <rect className="bl-plan-edge" width={size} height={size} />
    </>
  )
})

function Glows({ document: { objects } }: { document: SceneDocument }) {
  return objects.map(({ id, kind, position, scale }) => {
    const lamp = isKind(kind) ? kindOf(kind).lamp : undefined
    if (!lamp) return null
    const r = lamp.radius * Math.sqrt(scale) * 0.7
    return (
      <circle
        key={id}
        cx={position.x}
        cy={position.z}
        r={r}
        fill={lamp.colour}
        opacity={0.14}
        pointerEvents="none"
      />
    )
  })
}

const placed = ({ position, yaw, scale }: PlacedObject) => ({
  ...position,
  yaw: (yaw * Math.PI) / 180,
  scale,
})

const shapeOf = ({ kind, model }: PlacedObject): Pick<Kind, 'solids' | 'shade'> => {
  if (model) return { solids: modelSolids(model.size) }
  return isKind(kind) ? kindOf(kind) : { solids: [] }
}

const ObjectMark = memo(function ObjectMark({ object }: { object: PlacedObject }) {
  const { id, position, colour } = object
  const { solids, shade = [] } = shapeOf(object)
  return (
    <g data-id={id} className="bl-plan-thing">
      <circle cx={position.x} cy={position.z} r={TAP_M} fill="transparent" />
      {[...solids, ...shade].map((solid, index) => {
        const { x, z, radius, halfX, halfZ } = inScene(placed(object), solid)
        const fill = { fill: colour, opacity: index < solids.length ? 0.95 : 0.45 }
        if (radius > 0) return <circle key={index} cx={x} cy={z} r={Math.max(0.15, radius)} {...fill} />
        const turn = `translate(${x} ${z}) rotate(${-object.yaw})`
        return (
          <rect
            key={index}
            transform={turn}
            x={-halfX}
            y={-halfZ}
            width={halfX * 2}
            height={halfZ * 2}
            {...fill}
          />
        )
      })}
      {solids.length + shade.length === 0 && (
        <circle cx={position.x} cy={position.z} r={0.35 * object.scale} fill={colour} opacity={0.8} />
      )}
    </g>
  )
})

const SpotMark = memo(function SpotMark({ spot }: { spot: Spot }) {
  const { id, position, yaw } = spot
  const door = isDoor(spot)
  return (
    <g
      data-id={id}
      className={door ? 'bl-plan-door' : 'bl-plan-spawn'}
      transform={`translate(${position.x} ${position.z}) rotate(${-yaw})`}
    >
      <circle r={TAP_M} fill="transparent" />
      {door ? (
        <rect x={-0.85} y={-0.2} width={1.7} height={0.4} />
      ) : (
        <path d="M0 0.6 0.42 -0.4 0 -0.2 -0.42 -0.4Z" />
      )}
    </g>
  )
})

/** A ring around what is selected, and which way it looks. */
function Outline({ document, id }: { document: SceneDocument; id: string }) {
  const found = find(document, id)
  if (!found) return null
  const { thing } = found
  const r = isObject(thing) ? reachOf(thing) : 0.9
  const yaw = 'yaw' in thing ? thing.yaw : 0
  return (
    <g
      className="bl-plan-chosen"
      transform={`translate(${thing.position.x} ${thing.position.z}) rotate(${-yaw})`}
    >
      <circle r={r + 0.15} />
      <path d={`M-0.18 ${r + 0.25}H0.18L0 ${r + 0.6}Z`} />
    </g>
  )
}

/** How far an object reaches from its place, seen from above. */
export function reachOf(object: PlacedObject): number {
  const { solids, shade = [] } = shapeOf(object)
  const reaches = [...solids, ...shade].map((solid) => {
    const size = solid.shape === 'round' ? solid.radius : Math.hypot(...solid.half)
    return Math.hypot(...solid.at) + size
  })
  return Math.max(0.5, ...reaches) * object.scale
}
