// The portrait of a look: a drawing of head and shoulders, as the text of an SVG. Pure, so that the page, thumbnails and the
// picture of a profile show the same.
import type { Drawn } from '../look/options'
import { faceOf } from './face'
import { gearOf } from './gear'
import { hairOf } from './hair'
import { shade } from './shade'

/** Half of the width of the shoulders. */
const SHOULDERS: Record<Drawn['body'], number> = { petite: 54, slim: 60, regular: 68, broad: 84 }

export interface PortraitOptions {
  /** Without a background, for thumbnails on a surface. */
  bare?: boolean
  /** Head only. */
  close?: boolean
}

export function portrait(look: Drawn, { bare = false, close = false }: PortraitOptions = {}): string {
  const { hides = [] } = look
  const hair = hides.includes('hair') ? { back: '', front: '' } : hairOf(look.hair, look.hairColor)
  const gear = gearOf(look.gear)
  const box = close ? '42 20 156 156' : '0 0 240 240'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="480" height="480">`,
    bare ? '' : background(look),
    gear.back,
    hair.back,
    bust(look, hides.includes('torso')),
    gear.body,
    head(look.skin),
    faceOf(look.face, look.skin, look.hairColor),
    gear.face,
    hair.front,
    gear.front,
    '</svg>',
  ].join('')
}

function background({ top }: Drawn): string {
  return `<rect width="240" height="240" fill="${shade(top, 0.72)}"/><circle cx="120" cy="112" r="92" fill="${shade(top, 0.84)}"/>`
}

/** The neck, and the clothes if nothing covers them. */
function bust({ body, top, skin }: Drawn, isCovered: boolean): string {
  const half = SHOULDERS[body]
  const [left, right] = [120 - half, 120 + half]
  return [
    `<path d="M104 158h32v36q-16 14-32 0Z" fill="${shade(skin, -0.12)}"/>`,
    ...(isCovered ? [] : clothes(left, right, top)),
  ].join('')
}

function clothes(left: number, right: number, top: string): string[] {
  const dark = shade(top, -0.16)
  return [
    `<path d="M${left} 244C${left} 210 ${left + 14} 200 98 190Q120 208 142 190C${right - 14} 200 ${right} 210 ${right} 244Z" fill="${top}"/>`,
    `<path d="M98 190Q120 208 142 190L149 192.500Q120 219 91 192.500Z" fill="${dark}"/>`,
    `<path d="M${left + 22} 244q-1-15 4-23M${right - 22} 244q1-15-4-23" stroke="${dark}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  ]
}

function head(skin: string): string {
  const ear = (x: number) => `<ellipse cx="${x}" cy="118" rx="11" ry="14" fill="${shade(skin, -0.06)}"/>`
  return `${ear(61)}${ear(179)}<path d="M62 108C62 72 88 52 120 52S178 72 178 108C178 148 152 174 120 174S62 148 62 108Z" fill="${skin}"/>`
}
