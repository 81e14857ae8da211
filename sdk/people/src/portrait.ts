// The portrait of a look: a drawing of head and shoulders as the text of an SVG. Pure, so that the page, thumbnails and the
// picture of a profile show the same. Its paths are traced from the pieces (`npm run sculpt`).
import library from '../library/portrait.json'
import gearDrawings from './gear-drawings.json'
import { type BottomStyle, type Drawn, type Dyes, dyesOf, type TopStyle, toned } from './styles'

/** One filled path. */
export interface Paint {
  d: string
  /** A dye, or a colour `#rrggbb`. */
  fill: keyof Dyes | `#${string}`
  /** Lighter (up to 1) or darker (down to -1). */
  tone: number
  opacity?: number
  /** Only inside the opening of the eyes. */
  clip?: 'eyes'
}
export interface FacePaints {
  /** The opening of the eyes; empty if both are closed. */
  clip: string
  paints: Paint[]
}
/** The form of `library/portrait.json`. The box is 240 × 240; thumbnails are 96 × 96. */
export interface PortraitData {
  head: Paint[]
  hair: Record<string, { back: Paint[]; front: Paint[] }>
  /** By `style/body`: the neck and the clothes. */
  top: Record<string, Paint[]>
  /** By body: neck and shoulders if no clothes are drawn. */
  bust: Record<string, Paint[]>
  face: Record<string, FacePaints>
  thumb: { top: Record<string, Paint[]>; bottom: Record<string, Paint[]> }
}
const data = library as unknown as PortraitData

/** From behind the person to the front: behind, on the face, on the clothes, on the hair. */
type GearLayer = 'back' | 'body' | 'face' | 'front'
const GEAR: Record<string, Partial<Record<GearLayer, string>>> = gearDrawings
/** Models of gear that portraits draw. */
export const GEAR_DRAWINGS: readonly string[] = Object.keys(GEAR)

export interface PortraitOptions {
  /** Without a background, for thumbnails on a surface. */
  bare?: boolean
  /** Head only. */
  close?: boolean
}

export function portrait(look: Drawn, { bare = false, close = false }: PortraitOptions = {}): string {
  const { hides = [] } = look
  const dyes = dyesOf(look)
  const hair = hides.includes('hair') ? undefined : data.hair[look.hair]
  const body = hides.includes('torso') ? data.bust[look.body] : data.top[`${look.topStyle}/${look.body}`]
  const gear = (layer: GearLayer) =>
    Object.values(look.gear)
      .map((model) => (Object.hasOwn(GEAR, model) ? GEAR[model]?.[layer] : undefined) ?? '')
      .join('')
  return [
    svgTag(close ? '40 16 160 160' : '0 0 240 240', 480),
    bare ? '' : background(look.top),
    gear('back'),
    drawn(hair?.back, dyes),
    drawn(body, dyes),
    drawn(data.head, dyes),
    faceOf(look.face, dyes),
    gear('face'),
    drawn(hair?.front, dyes),
    gear('body'),
    gear('front'),
    '</svg>',
  ].join('')
}

/** A top or bottom alone, for the page of the wardrobe. The box is 96 × 96. */
export function thumb(
  what: { slot: 'top'; style: TopStyle } | { slot: 'bottom'; style: BottomStyle },
  look: Drawn,
): string {
  return [svgTag('0 0 96 96', 192), drawn(data.thumb[what.slot][what.style], dyesOf(look)), '</svg>'].join('')
}

const svgTag = (box: string, side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${side}" height="${side}">`

const background = (top: string) =>
  `<rect width="240" height="240" fill="${toned(top, 0.72)}"/><circle cx="120" cy="112" r="92" fill="${toned(top, 0.84)}"/>`

function faceOf(name: string, dyes: Dyes): string {
  const face = data.face[name]
  if (!face) return ''
  // The same face has the same clip, so that its id may be in a page several times.
  const clip = face.clip && `<clipPath id="eyes-${name}"><path d="${face.clip}"/></clipPath>`
  return clip + drawn(face.paints, dyes, name)
}

function drawn(paints: readonly Paint[] = [], dyes: Dyes, face = ''): string {
  return paints
    .map(({ d, fill, tone, opacity, clip }) => {
      const colour = toned(fill.startsWith('#') ? fill : dyes[fill as keyof Dyes], tone)
      const more = `${opacity === undefined ? '' : ` opacity="${opacity}"`}${clip ? ` clip-path="url(#eyes-${face})"` : ''}`
      return `<path d="${d}" fill="${colour}"${more}/>`
    })
    .join('')
}
