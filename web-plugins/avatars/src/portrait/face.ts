// Eyes, brows, mouth and cheeks of each expression.
import type { Look } from '../api/avatars'
import { shade } from './shade'

interface Face {
  /** Left and right, as seen: height of the eye; 0: closed with a smile. */
  eyes: [number, number]
  /** How far the brows are raised, and how much their inner ends are lowered. */
  brows: [number, number]
  /** Opacity of the cheeks. */
  blush: number
  mouth: string
}

const OPEN = (path: string) =>
  `<path d="${path}" fill="#7c2430"/><path d="M111 158q9-7 18 0q-4 6-9 6t-9-6Z" fill="#f08a8f"/>`
const LINE = (path: string) =>
  `<path d="${path}" stroke="#8c3440" stroke-width="4" fill="none" stroke-linecap="round"/>`

const FACES: Record<Look['face'], Face> = {
  calm: { eyes: [11, 11], brows: [0, 0], blush: 0.35, mouth: LINE('M110 150q10 3 20 0') },
  smile: { eyes: [11, 11], brows: [2, 0], blush: 0.6, mouth: LINE('M106 147q14 14 28 0') },
  bright: {
    eyes: [12, 12],
    brows: [4, 0],
    blush: 0.7,
    mouth: OPEN('M102 145q18 3 36 0q0 20-18 20t-18-20Z'),
  },
  wink: { eyes: [12, 0], brows: [4, 0], blush: 0.6, mouth: LINE('M106 147q14 13 28-1') },
  cool: { eyes: [5.5, 5.5], brows: [-3, 2], blush: 0.15, mouth: LINE('M108 151q14 1 24-5') },
  shy: { eyes: [9, 9], brows: [2, -3], blush: 1, mouth: LINE('M114 151q6 3 12 0') },
  surprised: {
    eyes: [14, 14],
    brows: [9, 0],
    blush: 0.4,
    mouth: '<ellipse cx="120" cy="153" rx="8" ry="10" fill="#7c2430"/>',
  },
  stern: { eyes: [9, 9], brows: [-4, 6], blush: 0.1, mouth: LINE('M108 153q12-6 24 0') },
}

export function faceOf(face: Look['face'], skin: string, hairColor: string): string {
  const { eyes, brows, blush, mouth } = FACES[face]
  const ink = '#2a2230'
  const brow = shade(hairColor, -0.25)
  const side = (x: number, height: number, inner: number) =>
    eye(x, height, ink) +
    `<path d="M${x - inner * 11} ${101 - brows[0]}Q${x} ${96 - brows[0]} ${x + inner * 11} ${101 - brows[0] + brows[1]}" stroke="${brow}" stroke-width="4.500" fill="none" stroke-linecap="round"/>` +
    `<ellipse cx="${x - inner * 13}" cy="138" rx="11" ry="7" fill="#ee6f70" opacity="${0.45 * blush}"/>`
  return [
    side(96, eyes[0], 1),
    side(144, eyes[1], -1),
    `<path d="M117 134q3 3 6 0" stroke="${shade(skin, -0.28)}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
    mouth,
  ].join('')
}

function eye(x: number, height: number, ink: string): string {
  if (height === 0) {
    return `<path d="M${x - 9} 121q9-10 18 0" stroke="${ink}" stroke-width="4.500" fill="none" stroke-linecap="round"/>`
  }
  const lid =
    height < 7
      ? `<path d="M${x - 10} ${119 - height}h20" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`
      : ''
  return `<ellipse cx="${x}" cy="119" rx="8" ry="${height}" fill="${ink}"/><circle cx="${x + 2.5}" cy="${119 - height * 0.4}" r="2.800" fill="#fff"/>${lid}`
}
