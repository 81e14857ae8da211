import { describe, expect, it } from 'vitest'
import { AMBIENCES, type Audio, SOUNDS, Soundscape } from './ambience'

/** Records the nodes that are made and what is connected, started and stopped. */
function fakeAudio() {
  const counts = { sources: 0, started: 0, stopped: 0, gains: 0, filters: 0, outs: 0 }
  const states: string[] = []
  const param = () => ({
    value: 0,
    setTargetAtTime() {},
    setValueAtTime() {},
    exponentialRampToValueAtTime() {},
  })
  const node = (more = {}) => ({ connect() {}, disconnect: () => void counts.outs++, gain: param(), ...more })
  const source = () => {
    counts.sources++
    const times = { start: () => void counts.started++, stop: () => void counts.stopped++ }
    return node({ frequency: param(), ...times })
  }
  const audio = {
    ...{ currentTime: 0, sampleRate: 100, destination: node() },
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createBufferSource: source,
    createOscillator: source,
    createGain: () => {
      counts.gains++
      return node()
    },
    createBiquadFilter: () => {
      counts.filters++
      return node({ frequency: param(), Q: param() })
    },
    resume: async () => void states.push('running'),
    suspend: async () => void states.push('suspended'),
    close: async () => void states.push('closed'),
  }
  return { counts, states, audio: audio as unknown as Audio }
}

function fakePorts() {
  const tasks = new Set<() => void>()
  const after = (_: number, task: () => void) => {
    tasks.add(task)
    return () => void tasks.delete(task)
  }
  const runAll = () => {
    for (const task of [...tasks]) {
      tasks.delete(task)
      task()
    }
  }
  return { tasks, runAll, ports: { after, random: () => 0.5 } }
}

describe.each(AMBIENCES)('%s', (ambience) => {
  const layers = SOUNDS[ambience]
  const steady = layers.filter((layer) => !('chimes' in layer))
  const waves = steady.filter((layer) => 'wave' in layer && layer.wave)
  const chimes = layers.length - steady.length

  it('builds a source per layer and per wave, and a timer per chime', () => {
    const { counts, audio } = fakeAudio()
    const { tasks, ports } = fakePorts()
    new Soundscape(ambience, audio, ports)
    expect(counts.started).toBe(steady.length + waves.length)
    expect(counts.filters).toBe(layers.filter((layer) => 'noise' in layer).length)
    expect(tasks.size).toBe(chimes)
  })

  it('stops everything', () => {
    const { counts, states, audio } = fakeAudio()
    const { tasks, runAll, ports } = fakePorts()
    const sound = new Soundscape(ambience, audio, ports)
    runAll()
    expect(tasks.size).toBe(chimes)
    sound.stop()
    expect(tasks.size).toBe(0)
    expect(counts.stopped).toBe(counts.started)
    expect(counts.outs).toBe(1)
    expect(states).toEqual(['closed'])
  })
})

it('rests while the page is hidden', () => {
  const { states, audio } = fakeAudio()
  const sound = new Soundscape('sea', audio, fakePorts().ports)
  sound.setVisible(false)
  sound.setVisible(true)
  expect(states).toEqual(['suspended', 'running'])
})
