// What is heard in a room: loops by synthesis, from noise, tones and slow waves. No files, no worklet. A sound starts only
// after a person has turned it on, and stops when the page is hidden.
import { AMBIENCES, type Ambience } from './scene'

export { AMBIENCES }

const VOLUME = 0.16
const FADE_S = 1.2
const NOISE_S = 4

/** Noise through a filter; `wave` moves its loudness, in waves per second. */
interface Wind {
  noise: 'lowpass' | 'bandpass' | 'highpass'
  hz: number
  q?: number
  gain: number
  wave?: [hz: number, depth: number]
}

/** A steady tone. */
interface Hum {
  hum: OscillatorType
  hz: number
  gain: number
  wave?: [hz: number, depth: number]
}

/** Short tones at random times, `every` seconds apart on average. */
interface Chime {
  chimes: OscillatorType
  notes: number[]
  every: number
  lasts: number
  gain: number
}

type Layer = Wind | Hum | Chime

export const SOUNDS: Record<Ambience, Layer[]> = {
  garden: [
    { noise: 'lowpass', hz: 420, gain: 0.35, wave: [0.08, 0.2] },
    { hum: 'sine', hz: 4300, gain: 0.02, wave: [13, 0.02] },
    { hum: 'sine', hz: 4710, gain: 0.012, wave: [9, 0.012] },
    { chimes: 'sine', notes: [2400, 2700, 3100], every: 7, lasts: 0.12, gain: 0.05 },
  ],
  winter: [
    { noise: 'bandpass', hz: 520, q: 2, gain: 0.5, wave: [0.07, 0.4] },
    { noise: 'lowpass', hz: 200, gain: 0.4, wave: [0.11, 0.2] },
  ],
  rain: [
    { noise: 'highpass', hz: 2600, gain: 0.16, wave: [0.13, 0.05] },
    { noise: 'lowpass', hz: 700, gain: 0.28 },
    { chimes: 'sine', notes: [900, 1150, 1400, 1750], every: 0.35, lasts: 0.05, gain: 0.05 },
  ],
  fire: [
    { noise: 'lowpass', hz: 260, gain: 0.5, wave: [0.6, 0.2] },
    { noise: 'bandpass', hz: 1500, gain: 0.06, wave: [7, 0.05] },
    { chimes: 'square', notes: [160, 230, 310, 480], every: 0.5, lasts: 0.02, gain: 0.06 },
  ],
  sea: [
    { noise: 'lowpass', hz: 240, gain: 0.8, wave: [0.09, 0.45] },
    { hum: 'sine', hz: 74, gain: 0.1, wave: [0.05, 0.06] },
    { chimes: 'sine', notes: [520, 610, 740, 880], every: 1.6, lasts: 0.16, gain: 0.05 },
  ],
  station: [
    { hum: 'triangle', hz: 55, gain: 0.24, wave: [0.06, 0.08] },
    { hum: 'sine', hz: 110.6, gain: 0.1, wave: [0.09, 0.05] },
    { noise: 'bandpass', hz: 900, q: 0.7, gain: 0.07 },
    { chimes: 'sine', notes: [660, 880, 990], every: 9, lasts: 0.7, gain: 0.03 },
  ],
  city: [
    { noise: 'lowpass', hz: 320, gain: 0.5, wave: [0.05, 0.25] },
    { noise: 'bandpass', hz: 800, q: 1.2, gain: 0.08, wave: [0.03, 0.07] },
    { chimes: 'triangle', notes: [311, 370], every: 13, lasts: 0.5, gain: 0.025 },
  ],
  cafe: [
    { noise: 'bandpass', hz: 380, q: 1.5, gain: 0.34, wave: [0.9, 0.12] },
    { noise: 'bandpass', hz: 640, q: 2.5, gain: 0.2, wave: [1.7, 0.14] },
    { chimes: 'sine', notes: [1900, 2300, 2900], every: 3.5, lasts: 0.09, gain: 0.05 },
  ],
  arcade: [
    { hum: 'triangle', hz: 98, gain: 0.06, wave: [2, 0.05] },
    { noise: 'lowpass', hz: 500, gain: 0.16 },
    { chimes: 'square', notes: [523, 659, 784, 988, 1047, 1319], every: 0.7, lasts: 0.11, gain: 0.03 },
    { chimes: 'triangle', notes: [1568, 1760, 2093], every: 2.2, lasts: 0.3, gain: 0.04 },
  ],
}

/** The parts of the browser's interface that are used. */
export type Audio = Pick<
  AudioContext,
  | 'createBuffer'
  | 'createBufferSource'
  | 'createBiquadFilter'
  | 'createGain'
  | 'createOscillator'
  | 'currentTime'
  | 'destination'
  | 'sampleRate'
  | 'resume'
  | 'suspend'
  | 'close'
>

/** Timers and chance, for tests. */
export interface AmbiencePorts {
  after(ms: number, task: () => void): () => void
  random(): number
}

const browserPorts: AmbiencePorts = {
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** The sound of one room. Call `start` within a gesture of the person. */
export class Soundscape {
  private readonly sources: AudioScheduledSourceNode[] = []
  private readonly timers = new Map<Layer, () => void>()
  private readonly out: GainNode
  private readonly audio: Audio
  private readonly ports: AmbiencePorts

  constructor(ambience: Ambience, audio: Audio, ports = browserPorts) {
    this.audio = audio
    this.ports = ports
    this.out = audio.createGain()
    this.out.gain.value = 0
    this.out.gain.setTargetAtTime(VOLUME, audio.currentTime, FADE_S / 3)
    this.out.connect(audio.destination)
    const noise = this.noise()
    for (const layer of SOUNDS[ambience]) {
      if ('noise' in layer) this.wind(layer, noise)
      else if ('hum' in layer) this.hum(layer)
      else this.chime(layer)
    }
  }

  setVisible(isVisible: boolean) {
    void (isVisible ? this.audio.resume() : this.audio.suspend())
  }

  stop() {
    for (const cancel of this.timers.values()) cancel()
    this.timers.clear()
    for (const source of this.sources) source.stop()
    this.sources.length = 0
    this.out.disconnect()
    void this.audio.close()
  }

  private noise(): AudioBuffer {
    const { sampleRate } = this.audio
    const buffer = this.audio.createBuffer(1, NOISE_S * sampleRate, sampleRate)
    const samples = buffer.getChannelData(0)
    for (let i = 0; i < samples.length; i++) samples[i] = this.ports.random() * 2 - 1
    return buffer
  }

  private wind({ noise, hz, q, gain, wave }: Wind, buffer: AudioBuffer) {
    const source = this.audio.createBufferSource()
    source.buffer = buffer
    source.loop = true
    const filter = this.audio.createBiquadFilter()
    filter.type = noise
    filter.frequency.value = hz
    if (q !== undefined) filter.Q.value = q
    source.connect(filter)
    filter.connect(this.loudness(gain, wave))
    this.begin(source)
  }

  private hum({ hum, hz, gain, wave }: Hum) {
    this.tone(hum, hz).connect(this.loudness(gain, wave))
  }

  private chime(layer: Chime) {
    const { chimes, notes, every, lasts, gain } = layer
    const wait = every * 1000 * (0.3 + 1.4 * this.ports.random())
    const ring = () => {
      const hz = notes[Math.floor(this.ports.random() * notes.length)] ?? 440
      const now = this.audio.currentTime
      const level = this.audio.createGain()
      level.gain.setValueAtTime(gain, now)
      level.gain.exponentialRampToValueAtTime(0.0001, now + lasts)
      level.connect(this.out)
      const oscillator = this.audio.createOscillator()
      oscillator.type = chimes
      oscillator.frequency.value = hz
      oscillator.connect(level)
      oscillator.start()
      oscillator.stop(now + lasts)
      this.chime(layer)
    }
    this.timers.set(layer, this.ports.after(wait, ring))
  }

  private loudness(gain: number, wave?: [number, number]): GainNode {
    const level = this.audio.createGain()
    level.gain.value = gain
    level.connect(this.out)
    if (wave) {
      const depth = this.audio.createGain()
      depth.gain.value = wave[1]
      depth.connect(level.gain)
      this.tone('sine', wave[0]).connect(depth)
    }
    return level
  }

  private tone(type: OscillatorType, hz: number): OscillatorNode {
    const oscillator = this.audio.createOscillator()
    oscillator.type = type
    oscillator.frequency.value = hz
    this.begin(oscillator)
    return oscillator
  }

  private begin(source: AudioScheduledSourceNode) {
    source.start()
    this.sources.push(source)
  }
}
