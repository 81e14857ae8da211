// A small picture of a kind, from its solids: from the front, with what shines.
import { type KindName, kindOf, type Solid } from '../../room/kinds'

const SIDE = 40
const MARGIN = 5

export function KindPicture({ kind }: { kind: KindName }) {
  const { solids, shade = [], lamp, colour, picture } = kindOf(kind)
  const shapes = [...solids, ...shade].map(frontOf)
  const top = Math.max(
    0.5,
    ...shapes.map(({ high }) => high),
    lamp ? lamp.at[1] + 0.3 : 0,
    picture ? picture.at[1] + picture.side * 0.62 : 0,
  )
  const half = Math.max(0.4, ...shapes.map(({ left, right }) => Math.max(-left, right)))
  const scale = (SIDE - MARGIN * 2) / Math.max(top, half * 2)
  const x = (metres: number) => SIDE / 2 + metres * scale
  const y = (metres: number) => SIDE - MARGIN - metres * scale
  return (
    <svg className="bl-kind-picture" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <ellipse cx={SIDE / 2} cy={SIDE - MARGIN} rx={SIDE / 2 - 3} ry="2.500" className="bl-kind-ground" />
      {shapes.length === 0 && !lamp && !picture && (
        <ellipse cx={SIDE / 2} cy={SIDE - MARGIN - 1} rx="12" ry="4.500" fill={colour} />
      )}
      {shapes.map(({ left, right, low, high, isSoft }, index) => (
        <rect
          key={index}
          x={x(left)}
          y={y(high)}
          width={Math.max(1.4, (right - left) * scale)}
          height={Math.max(1.4, (high - low) * scale)}
          rx={isSoft ? 5 : 1.2}
          fill={colour}
          opacity={index < solids.length ? 1 : 0.72}
        />
      ))}
      {picture && (
        <>
          <Square centre={[x(0), y(picture.at[1])]} side={picture.side * 1.24 * scale} fill={colour} />
          <Square centre={[x(0), y(picture.at[1])]} side={picture.side * scale} fill="#efe6d6" />
        </>
      )}
      {lamp && (
        <>
          <circle cx={x(lamp.at[0])} cy={y(lamp.at[1])} r="8" fill={lamp.colour} opacity="0.28" />
          <circle cx={x(lamp.at[0])} cy={y(lamp.at[1])} r="3.200" fill={lamp.colour} />
        </>
      )}
    </svg>
  )
}

function Square({ centre: [x, y], side, fill }: { centre: [number, number]; side: number; fill: string }) {
  return <rect x={x - side / 2} y={y - side / 2} width={side} height={side} rx="1" fill={fill} />
}

function frontOf(solid: Solid) {
  const half = solid.shape === 'box' ? solid.half[0] : solid.radius
  const [low, high] = solid.y
  const isSoft = solid.shape === 'round' && high - low > 1 && half > 0.8
  return { left: solid.at[0] - half, right: solid.at[0] + half, low, high, isSoft }
}
