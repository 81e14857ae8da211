// The tracks: ambient pieces that are computed, not recorded. A piece is a function of its second, so every screen that
// knows the clock of the server plays the same notes at the same time.

/** Semitones above the root, one chord a bar. */
export const PIECES = {
  harbour: {
    root: 50,
    bar: 6,
    chords: [
      [0, 7, 12, 16],
      [5, 9, 12, 17],
      [9, 12, 16, 21],
      [7, 11, 14, 19],
    ],
    bell: 0.5,
    wave: 'sine',
  },
  pines: {
    root: 45,
    bar: 7.5,
    chords: [
      [0, 7, 10, 15],
      [3, 10, 14, 19],
      [8, 12, 15, 20],
      [7, 10, 14, 17],
    ],
    bell: 0.3,
    wave: 'triangle',
  },
  rooftops: {
    root: 52,
    bar: 5,
    chords: [
      [0, 4, 11, 14],
      [9, 12, 16, 19],
      [5, 9, 12, 16],
      [7, 11, 14, 17],
    ],
    bell: 0.7,
    wave: 'sine',
  },
  snowfall: {
    root: 57,
    bar: 7,
    chords: [
      [0, 7, 14, 16],
      [-3, 4, 9, 12],
      [5, 12, 14, 21],
      [0, 4, 7, 14],
    ],
    bell: 0.8,
    wave: 'sine',
  },
  fireflies: {
    root: 48,
    bar: 5.5,
    chords: [
      [0, 4, 7, 11],
      [2, 5, 9, 12],
      [-3, 4, 7, 12],
      [5, 9, 12, 14],
    ],
    bell: 0.9,
    wave: 'triangle',
  },
  tide: {
    root: 43,
    bar: 8,
    chords: [
      [0, 7, 12, 19],
      [-2, 5, 10, 14],
      [3, 10, 12, 19],
      [5, 9, 12, 17],
    ],
    bell: 0.2,
    wave: 'sine',
  },
}

/** Bells of a bar. */
const STEPS = 8
/** How long a piece fades at its beginning and its end. */
const FADE_S = 2.5

const hertz = (note) => 440 * 2 ** ((note - 69) / 12)

/** The same fraction for the same numbers, from 0 to 1. */
export function fraction(a, b) {
  let bits = (a * 374761393 + b * 668265263) | 0
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

/** The notes of a piece that begin in [from, to), in seconds of the piece. */
export function notesBetween(id, from, to) {
  const { root, bar, chords, bell } = PIECES[id]
  const notes = []
  for (let index = Math.max(0, Math.floor(from / bar) - 1); index * bar < to; index += 1) {
    const chord = chords[index % chords.length]
    const begins = index * bar
    chord.forEach((tone, voice) => {
      notes.push({
        at: begins + voice * 0.12,
        hertz: hertz(root + tone),
        length: bar * 1.15,
        gain: 0.05,
        kind: 'pad',
      })
    })
    for (let step = 0; step < STEPS; step += 1) {
      if (fraction(index * STEPS + step, root) > bell) continue
      const tone = chord[Math.floor(fraction(step, index + root) * chord.length)]
      const at = begins + (step * bar) / STEPS
      notes.push({ at, hertz: hertz(root + 12 + tone), length: 1.8, gain: 0.07, kind: 'bell' })
    }
  }
  return notes.filter((note) => note.at >= from && note.at < to)
}

/** How loud a piece is at a second of it. */
export const loudness = (second, length) =>
  Math.max(0, Math.min(1, second / FADE_S, (length - second) / FADE_S))

/** Plays what `position` says: which piece, which second of it, and how long it is; null for silence. */
export class Player {
  #context = null
  #output = null
  #timer = 0
  #playing = null
  /** The second of the piece up to which notes are scheduled. */
  #scheduled = 0

  constructor(position) {
    this.position = position
  }

  get isOn() {
    return this.#context !== null
  }

  /** Call it from a click: browsers start no sound otherwise. */
  async start(volume) {
    if (this.#context) return
    const context = new AudioContext()
    this.#output = context.createGain()
    this.#output.gain.value = volume
    const soft = context.createBiquadFilter()
    soft.type = 'lowpass'
    soft.frequency.value = 2400
    this.#output.connect(soft).connect(context.destination)
    this.#context = context
    await context.resume()
    this.#timer = setInterval(() => this.#schedule(), 200)
    this.#schedule()
  }

  async stop() {
    clearInterval(this.#timer)
    const context = this.#context
    this.#context = null
    this.#playing = null
    await context?.close()
  }

  setVolume(volume) {
    if (this.#context) this.#output.gain.setTargetAtTime(volume, this.#context.currentTime, 0.05)
  }

  #schedule() {
    const now = this.position()
    if (!now) {
      this.#playing = null
      return
    }
    if (this.#playing !== now.key) {
      this.#playing = now.key
      // Chords that have begun already are heard, too.
      this.#scheduled = Math.max(0, now.second - PIECES[now.track].bar)
    }
    const until = Math.min(now.second + 0.8, now.length)
    for (const note of notesBetween(now.track, this.#scheduled, until)) {
      const late = now.second - note.at
      if (note.length - late > 0.2) this.#play(note, late, now)
    }
    this.#scheduled = Math.max(this.#scheduled, until)
  }

  /** Plays a note that began `late` seconds ago, or begins in `-late` seconds. */
  #play(note, late, { track, length }) {
    const context = this.#context
    const begins = context.currentTime + Math.max(0, -late)
    const ends = context.currentTime + note.length - late
    const oscillator = context.createOscillator()
    oscillator.type = note.kind === 'bell' ? 'sine' : PIECES[track].wave
    oscillator.frequency.value = note.hertz
    const envelope = context.createGain()
    const gain = note.gain * loudness(note.at + Math.max(0, late), length)
    const attack = note.kind === 'bell' ? 0.02 : 0.9
    envelope.gain.setValueAtTime(0, begins)
    envelope.gain.linearRampToValueAtTime(gain, Math.min(begins + attack, ends - 0.1))
    envelope.gain.linearRampToValueAtTime(0, ends)
    oscillator.connect(envelope).connect(this.#output)
    oscillator.start(begins)
    oscillator.stop(ends)
  }
}
