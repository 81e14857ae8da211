// The layers of portraits and thumbnails, traced from the pieces as they are seen from the front: what one chooses in 2D is what
// one sees in 3D.
import type { Piece } from '../src/codec'
import type { Paint } from '../src/portrait'
import { BODIES, BOTTOM_STYLES, type Body, DYES, HAIRS, TOP_STYLES } from '../src/styles'
import { type Frame, fittedFrame, portraitFrame, type Raster, raster } from './raster'
import { bustRecipe } from './recipes'
import { sculpt } from './sculpt'
import { trace } from './trace'

/** Which layer to trace. */
export type Layer =
  | { of: 'head' }
  | { of: 'hair'; style: string }
  | { of: 'top'; style: string; body: Body }
  | { of: 'bust'; body: Body }
  | { of: 'thumb'; slot: 'top' | 'bottom'; style: string }

export const LAYERS: Layer[] = [
  { of: 'head' },
  ...HAIRS.map((style): Layer => ({ of: 'hair', style })),
  ...TOP_STYLES.flatMap((style) => BODIES.map((body): Layer => ({ of: 'top', style, body }))),
  ...BODIES.map((body): Layer => ({ of: 'bust', body })),
  ...TOP_STYLES.map((style): Layer => ({ of: 'thumb', slot: 'top', style })),
  ...BOTTOM_STYLES.map((style): Layer => ({ of: 'thumb', slot: 'bottom', style })),
]

/** Paints by name: most layers have only `all`, hair has `back` and `front`. */
export type Traced = Record<string, Paint[]>

const isFace = (head: number) => head > 0.5
const BACK_TONE = -0.22

/** Traces layers from the pieces of level 0. */
export function tracer(pieceOf: (name: string) => Piece): (layer: Layer) => Traced {
  const frame = portraitFrame('regular')
  const head = pieceOf('head')
  let rasters: { face: Raster; covers: Float32Array } | undefined
  /** The face alone, and how far to the front anything is that may cover hair. */
  const reference = () => {
    if (rasters) return rasters
    const worn = raster([head, pieceOf('top-tee')], 'regular', frame)
    rasters = { face: raster([head], 'regular', frame, (_piece, share) => isFace(share)), covers: worn.z }
    return rasters
  }
  const isNeck = (piece: Piece, share: number) => piece !== head || !isFace(share)
  return (layer) => {
    if (layer.of === 'head') return { all: paints(reference().face, frame) }
    if (layer.of === 'hair') {
      const { covers } = reference()
      const map = raster([pieceOf(`hair-${layer.style}`)], 'regular', frame)
      const isFront = (i: number) => (map.z[i] as number) > (covers[i] as number)
      return {
        back: paints(map, frame, () => true, [BACK_TONE]),
        front: paints(map, frame, isFront),
      }
    }
    if (layer.of === 'thumb') {
      const pieces = [pieceOf(`${layer.slot}-${layer.style}`)]
      const fitted = fittedFrame(pieces, 'regular', 96)
      return { all: paints(raster(pieces, 'regular', fitted), fitted) }
    }
    const own = portraitFrame(layer.body)
    const worn = layer.of === 'bust' ? sculpt(bustRecipe()) : pieceOf(`top-${layer.style}`)
    return { all: paints(raster([head, worn], layer.body, own, isNeck), own) }
  }
}

/** Shares of a dye's points that are drawn darker and lighter. */
const DARK_SHARE = 0.22
const LIGHT_SHARE = 0.9

/** For each dye its area, then a darker and a lighter tone of it; only the given tone if there is one. */
function paints(
  map: Raster,
  frame: Frame,
  seen: (i: number) => boolean = () => true,
  tones?: number[],
): Paint[] {
  const out: Paint[] = []
  for (const [dye, name] of DYES.entries()) {
    const here = (i: number) => map.dye[i] === dye && seen(i)
    const lights: number[] = []
    for (let y = map.area.top; y <= map.area.bottom; y++)
      for (let i = y * map.size + map.area.left; i <= y * map.size + map.area.right; i++)
        if (here(i)) lights.push(map.light[i] as number)
    if (lights.length < 60) continue
    lights.sort((a, b) => a - b)
    const lightAt = (share: number) => lights[Math.floor(lights.length * share)] as number
    const isFaceDye = name === 'face'
    const [dark, bright] = [lightAt(isFaceDye ? 0.14 : DARK_SHARE), lightAt(LIGHT_SHARE)]
    const fill = isFaceDye ? 'skin' : name
    const add = (tone: number, d: string) => {
      if (d) out.push({ d, fill, tone })
    }
    add(tones?.[0] ?? 0, trace(frame, map.area, here, 6))
    if (tones) continue
    add(
      -0.2,
      trace(frame, map.area, (i) => here(i) && (map.light[i] as number) < dark),
    )
    if (!isFaceDye)
      add(
        0.16,
        trace(frame, map.area, (i) => here(i) && (map.light[i] as number) > bright),
      )
  }
  return out
}
