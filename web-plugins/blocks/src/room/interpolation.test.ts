import { describe, expect, it } from 'vitest'
import { pose } from '../testing/room'
import { Playback, TICK_MS, Track } from './interpolation'

/** A recorded link: how long each snapshot was on its way, repeatable. */
function trace(jitter: number, stalls: number, stallMs: number, ticks = 2_400): number[] {
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let last = 0
  return Array.from({ length: ticks }, (_, tick) => {
    const stall = random() < stalls ? stallMs : 0
    const arrival = tick * TICK_MS + 40 - Math.log(1 - random()) * jitter + stall
    last = Math.max(last, arrival) // ordered, as TCP is
    return last
  })
}

/** Plays a trace at 60 fps; a person walks 2.2 m/s along x. */
function play(arrivals: number[]) {
  const playback = new Playback()
  const track = new Track()
  let [next, stale, frames, worst, delay] = [0, 0, 0, 0, 0]
  let before: number | null = null
  for (let now = 3_000; now < arrivals.length * TICK_MS; now += 1000 / 60) {
    while (next < arrivals.length && (arrivals[next] ?? 0) <= now) {
      playback.snapshot(next, arrivals[next] ?? 0)
      track.add(next, pose((next * 0.11) % 100, 0, { motion: 'walk' }))
      next++
    }
    const tick = playback.advance(1000 / 60, now)
    const shown = track.at(tick, playback.latestTick, 1000 / 60)
    if (now < 8_000 || !shown) continue
    frames++
    delay += playback.delay()
    if (tick > playback.latestTick) stale++
    if (before !== null) {
      const way = Math.abs(shown.x - before)
      if (way < 50) worst = Math.max(worst, way)
    }
    before = shown.x
  }
  return { stale: stale / frames, worst, delay: delay / frames }
}

describe('recorded links', () => {
  it('shows a good link without a gap at 100 ms', () => {
    const { stale, worst, delay } = play(trace(6, 0.002, 120))
    expect(stale).toBeLessThan(0.012)
    expect(worst).toBeLessThan(0.25)
    expect(delay).toBeLessThan(115)
  })

  it('adapts to a mobile link', () => {
    const { stale, delay } = play(trace(18, 0.008, 220))
    expect(stale).toBeLessThan(0.08)
    expect(delay).toBeGreaterThan(110)
    expect(delay).toBeLessThan(250)
  })

  it('never waits longer than 350 ms on a poor one', () => {
    const { stale, delay } = play(trace(40, 0.02, 350))
    expect(stale).toBeLessThan(0.12)
    expect(delay).toBeLessThanOrEqual(350)
  })
})

describe('a track', () => {
  it('stands still in a gap instead of gliding across it', () => {
    const track = new Track()
    track.place(10, pose(1, 1))
    track.add(11, pose(1.1, 1, { motion: 'walk' }))
    track.add(31, pose(1.2, 1, { motion: 'walk' }))
    expect(track.at(20, 31, 16)?.x).toBeCloseTo(1.1, 2)
    expect(track.at(30.5, 31, 16)?.x).toBeCloseTo(1.15, 2)
  })

  it('does not cross a teleport, nor more than five metres', () => {
    for (const far of [pose(2, 2, { teleport: true }), pose(9, 1)]) {
      const track = new Track()
      track.place(1, pose(1, 1))
      track.add(2, far)
      expect(track.at(1.9, 2, 16)?.x).toBe(1)
      expect(track.at(2, 2, 16)?.x).not.toBe(1)
    }
  })

  it('goes on for 100 ms without news, then comes to a stand', () => {
    const track = new Track()
    track.place(9, pose(0.9, 1, { motion: 'walk' }))
    track.add(10, pose(1, 1, { motion: 'walk' }))
    expect(track.at(12, 10, 16)?.x).toBeCloseTo(1.2, 1)
    const end = track.at(16, 10, 16)
    expect(end?.x).toBeCloseTo(1.4, 1)
    expect(track.at(40, 10, 16)?.x).toBe(end?.x)
    expect(track.at(40, 10, 16)?.motion).toBe('idle')
  })

  it('does not go on if a later SNAP did not have the person', () => {
    const track = new Track()
    track.place(9, pose(0.9, 1, { motion: 'walk' }))
    track.add(10, pose(1, 1, { motion: 'walk' }))
    expect(track.at(12, 12, 16)?.x).toBe(1)
  })

  it('turns by the shorter way', () => {
    const track = new Track()
    track.place(1, pose(1, 1, { yaw: 250 }))
    track.add(2, pose(1.1, 1, { yaw: 6 }))
    track.at(1, 2, 16)
    const yaw = track.at(1.5, 2, 10_000)?.yaw ?? 0
    expect(Math.cos(yaw)).toBeGreaterThan(0.99)
  })
})

it('plays at most a tenth faster or slower, and jumps if it is far off', () => {
  const playback = new Playback()
  for (let tick = 0; tick < 20; tick++) playback.snapshot(tick, tick * TICK_MS + 40)
  const start = playback.advance(16, 1_000)
  expect((playback.advance(100, 1_300) - start) * TICK_MS).toBeCloseTo(110)
  const jumped = playback.advance(100, 9_000)
  expect((jumped - start) * TICK_MS).toBeCloseTo(8_000)
})
