// The light of an hour in Seoul. Pure: colours are linear RGB, made from keys over the day and the hue of the scene.
import type { Ambience } from './scene'

export type Rgb = [number, number, number]

export interface Daylight {
  zenith: Rgb
  horizon: Rgb
  /** From above and from the ground. */
  up: Rgb
  down: Rgb
  /** The sun, or the moon. */
  key: Rgb
  /** How much lamps add, how visible stars are. */
  lamps: number
  stars: number
  /** Where the fog begins and where nothing else is seen, in metres. */
  fog: [from: number, to: number]
}

/** Hue, saturation, lightness; a hue of null is the scene's. */
type Tone = [hue: number | null, saturation: number, lightness: number]

interface Key {
  hour: number
  zenith: Tone
  horizon: Tone
  up: Tone
  down: Tone
  key: Tone
  power: number
  lamps: number
  stars: number
  fog: [from: number, to: number]
}

const NIGHT: Omit<Key, 'hour'> = {
  zenith: [null, 0.62, 0.09],
  horizon: [null, 0.46, 0.24],
  up: [null, 0.42, 0.33],
  down: [null, 0.4, 0.17],
  key: [226, 0.45, 0.72],
  power: 0.22,
  lamps: 1,
  stars: 1,
  fog: [16, 62],
}
const DAY: Omit<Key, 'hour'> = {
  zenith: [212, 0.8, 0.6],
  horizon: [203, 0.8, 0.9],
  up: [214, 0.42, 0.7],
  down: [40, 0.24, 0.42],
  key: [44, 0.85, 0.88],
  power: 1.15,
  lamps: 0.12,
  stars: 0,
  fog: [26, 100],
}
const DUSK: Omit<Key, 'hour'> = {
  zenith: [null, 0.42, 0.34],
  horizon: [22, 0.78, 0.66],
  up: [300, 0.22, 0.52],
  down: [20, 0.3, 0.3],
  key: [22, 0.9, 0.66],
  power: 0.6,
  lamps: 0.6,
  stars: 0.15,
  fog: [18, 72],
}
/** Under water the day is as green or blue as the water, and there are never stars. */
const SEA_DAY: Partial<Key> = { zenith: [null, 0.6, 0.46], horizon: [null, 0.42, 0.62], fog: [12, 60] }
/** The sky of a station is dark at every hour; only its light follows the day. */
const SPACE = { zenith: NIGHT.zenith, horizon: NIGHT.horizon, stars: 1, fog: NIGHT.fog }

const KEYS: Key[] = [
  { hour: 0, ...NIGHT },
  { hour: 4.6, ...NIGHT },
  { hour: 6.6, ...DUSK, horizon: [36, 0.8, 0.74] },
  { hour: 8.4, ...DAY },
  { hour: 16.6, ...DAY },
  { hour: 18.4, ...DUSK },
  { hour: 20, ...NIGHT, horizon: [null, 0.5, 0.3] },
  { hour: 24, ...NIGHT },
]

export function lightAt(hour: number, hue: number, ambience?: Ambience): Daylight {
  const at = ((hour % 24) + 24) % 24
  const index = KEYS.findIndex((key) => key.hour > at)
  const last = KEYS[KEYS.length - 1]
  const [before, after] = [KEYS[index - 1] ?? KEYS[0], KEYS[index] ?? last]
  if (!before || !after) throw new Error('no keys')
  const [from, to] = [inPlace(before, ambience), inPlace(after, ambience)]
  const rest = (at - from.hour) / (to.hour - from.hour)
  const share = rest * rest * (3 - 2 * rest)
  const tone = (pick: (key: Key) => Tone, power = 1) => {
    const [a, b] = [rgb(pick(from), hue), rgb(pick(to), hue)]
    return a.map((value, channel) => (value + ((b[channel] ?? 0) - value) * share) * power) as Rgb
  }
  const mix = (a: number, b: number) => a + (b - a) * share
  return {
    zenith: tone((key) => key.zenith),
    horizon: tone((key) => key.horizon),
    up: tone((key) => key.up),
    down: tone((key) => key.down),
    key: tone((key) => key.key, mix(from.power, to.power)),
    lamps: mix(from.lamps, to.lamps),
    stars: mix(from.stars, to.stars),
    fog: [mix(from.fog[0], to.fog[0]), mix(from.fog[1], to.fog[1])],
  }
}

function inPlace(key: Key, ambience: Ambience | undefined): Key {
  if (ambience === 'station') return { ...key, ...SPACE }
  if (ambience !== 'sea') return key
  return { ...key, ...(key.stars < 1 ? SEA_DAY : {}), stars: 0 }
}

/** The hour in Seoul, with its fraction: UTC+9 without summer time. */
export const hourInSeoul = (unixMs: number): number => (((unixMs / 3_600_000 + 9) % 24) + 24) % 24

function rgb([toneHue, saturation, lightness]: Tone, sceneHue: number): Rgb {
  const hue = (((toneHue ?? sceneHue) % 360) + 360) % 360
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return linear(lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
