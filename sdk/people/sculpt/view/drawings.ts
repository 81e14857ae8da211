// The page of portraits and thumbnails: HTML for a screenshot.
import { portrait, thumb } from '../../src/portrait'
import { BODIES, BOTTOM_STYLES, type Drawn, FACES, HAIRS, TOP_STYLES } from '../../src/styles'
import { LOOK } from './sheets'

const COLOURS = ['#231d24', '#7d4f33', '#d9b26a', '#b04a32', '#c3c0d2', '#4a68c8', '#e08bb0', '#4a3026']
const CLOTHS = ['#7a63e8', '#e8705f', '#3f9c8a', '#e8a94a', '#4d83d6', '#e58fb8', '#f1ede2', '#3b3946']
const pick = (list: readonly string[], i: number) => list[i % list.length] as string

const row = (svgs: readonly string[], side: number) =>
  `<div style="display:flex">${svgs.map((svg) => svg.replace(/width="\d+" height="\d+"/, `width="${side}" height="${side}"`)).join('')}</div>`
const look = (part: Partial<Drawn>) => portrait({ ...LOOK, ...part })

export function drawings(): string {
  const faces = FACES.map((face, f) =>
    row(
      HAIRS.map((hair, h) => look({ face, hair, hairColor: pick(COLOURS, h + f), top: pick(CLOTHS, h) })),
      100,
    ),
  )
  const large = row(
    (['wavy', 'braid', 'two-block', 'curly'] as const).map((hair, i) =>
      look({
        hair,
        hairColor: pick(COLOURS, i + 1),
        top: pick(CLOTHS, i),
        topStyle: TOP_STYLES[i * 3 + 2] ?? 'tee',
        face: FACES[i * 2] ?? 'calm',
      }),
    ),
    350,
  )
  const tops = BODIES.map((body, b) =>
    row(
      TOP_STYLES.map((topStyle, t) =>
        look({ body, topStyle, top: pick(CLOTHS, t + b), hair: HAIRS[b] ?? 'bun' }),
      ),
      100,
    ),
  )
  const thumbs = [
    row(
      TOP_STYLES.map((style, i) => thumb({ slot: 'top', style }, { ...LOOK, top: pick(CLOTHS, i) })),
      100,
    ),
    row(
      BOTTOM_STYLES.map((style, i) => thumb({ slot: 'bottom', style }, { ...LOOK, bottom: pick(CLOTHS, i) })),
      100,
    ),
    row(
      [
        look({ hides: ['torso'] }),
        look({ hides: ['hair'] }),
        look({ hides: ['hair', 'torso'], body: 'broad' }),
      ],
      100,
    ),
  ]
  return `<!doctype html><body style="margin:0;width:max-content;background:#e6e2f4">${[large, ...faces, ...tops, ...thumbs].join('')}</body>`
}
