// The map of a room, from above: what stands there, seats, doors and people. The twin uses it large, the 3D room small.
import { useText } from '@witverse/sdk'
import { memo, useRef } from 'react'
import { inScene, solidsOf } from '../room/collision'
import { kindOf } from '../room/kinds'
import { lampsOf, type Scene } from '../room/scene'
import type { Session } from '../room/session'
import { useMarks, useTicker } from './useRoom'

const EVERY_MS = 100
const PEOPLE_MAX = 200

interface RoomMapProps {
  session: Session
  /** Metres; called with the place that was clicked. */
  onPick?: (x: number, z: number) => void
}

export function RoomMap({ session, onPick }: RoomMapProps) {
  const t = useText('blocks')
  const { scene } = session
  const dots = useRef<SVGGElement>(null)
  const self = useRef<SVGGElement>(null)
  useTicker(() => {
    const own = session.shownSelf(0)
    self.current?.setAttribute(
      'transform',
      `translate(${own.x} ${own.z}) rotate(${(-own.yaw * 180) / Math.PI})`,
    )
    const others = [...session.shownOthers(0).values()]
    const circles = dots.current?.children ?? []
    for (let i = 0; i < circles.length; i++) {
      const person = others[i]
      circles[i]?.setAttribute('visibility', person ? 'visible' : 'hidden')
      if (person) circles[i]?.setAttribute('transform', `translate(${person.x} ${person.z})`)
    }
  }, EVERY_MS)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the lists beside the map go to every place by keyboard
    <svg
      className="bl-map"
      viewBox={`0 0 ${scene.size} ${scene.size}`}
      role="img"
      aria-label={t('map.label')}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        const side = Math.min(box.width, box.height)
        const x = (event.clientX - box.left - (box.width - side) / 2) / side
        const z = (event.clientY - box.top - (box.height - side) / 2) / side
        onPick?.(x * scene.size, z * scene.size)
      }}
    >
      <Still scene={scene} />
      <Marks session={session} />
      <g ref={dots}>
        {Array.from({ length: PEOPLE_MAX }, (_, i) => (
          <circle key={i} className="bl-map-person" r={0.6} visibility="hidden" />
        ))}
      </g>
      <g ref={self} className="bl-map-self">
        <path d="M0 1.5 0.95 -1 0 -0.5 -0.95 -1Z" />
      </g>
    </svg>
  )
}

/** The objects that the game of the room has marked. */
function Marks({ session }: { session: Session }) {
  const marks = useMarks(session)
  const marked = session.scene.objects.filter(({ id }) => marks.includes(id))
  return marked.map(({ id, x, z }) => <circle key={id} className="bl-map-mark" cx={x} cy={z} r={2} />)
}

/** What does not move. */
const Still = memo(function Still({ scene }: { scene: Scene }) {
  return (
    <>
      <rect className="bl-map-ground" width={scene.size} height={scene.size} fill={scene.ground.colour} />
      {lampsOf(scene).map((lamp, i) => (
        <circle
          key={i}
          cx={lamp.at[0]}
          cy={lamp.at[2]}
          r={lamp.radius * 0.7}
          fill={lamp.colour}
          opacity={0.13}
        />
      ))}
      {scene.objects.flatMap((object) => {
        const { shade = [] } = kindOf(object.kind)
        const solids = solidsOf(object)
        return [...solids, ...shade].map((solid, i) => {
          const { x, z, radius, halfX, halfZ } = inScene(object, solid)
          const key = `${object.id} ${i}`
          const fill = { fill: object.colour, opacity: i < solids.length ? 0.9 : 0.5 }
          if (radius > 0) return <circle key={key} cx={x} cy={z} r={Math.max(0.2, radius)} {...fill} />
          const turn = `translate(${x} ${z}) rotate(${(-object.yaw * 180) / Math.PI})`
          const size = { x: -halfX, y: -halfZ, width: halfX * 2, height: halfZ * 2 }
          return <rect key={key} transform={turn} {...size} {...fill} />
        })
      })}
      {scene.links.map((link) => (
        <circle key={link.id} className="bl-map-door" cx={link.x} cy={link.z} r={0.9} />
      ))}
    </>
  )
})
