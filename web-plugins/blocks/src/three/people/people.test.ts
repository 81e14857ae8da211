import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PerspectiveCamera } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { levelAt } from './levels'
import { type Drawn, People } from './people'

const lens = new PerspectiveCamera(50, 1, 0.1, 100)
lens.position.set(0, 1, 8)

const person = (n: number, change: Partial<Drawn> = {}): Drawn => ({
  ...{
    slot: n,
    user: `person ${n}`,
    look: null,
    x: (n % 10) * 0.4 - 2,
    y: 0,
    z: -Math.floor(n / 10),
    yaw: 0,
  },
  ...{ motion: 'idle', ...change },
})
const crowd = (count: number) => Array.from({ length: count }, (_, n) => person(n))

/** The files of the library, from the disk. */
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => new Response(readFileSync(fileURLToPath(url))))
})
let opened: People[] = []
afterEach(() => {
  for (const people of opened) people.dispose()
  opened = []
})
async function open(count: number, capacity = 200) {
  const people = new People(capacity, [])
  opened.push(people)
  people.update(crowd(count), 0, lens, [1, 2, 3])
  await people.loaded()
  people.update(crowd(count), 0.1, lens, [1, 2, 3])
  await people.loaded()
  people.update(crowd(count), 0.1, lens, [1, 2, 3])
  return people
}

it('gives the nearest the finest bodies', () => {
  expect([0, 1, 4, 5, 30].map((rank) => levelAt(rank, [1, 4, 25]))).toEqual([0, 1, 1, 2, 3])
})

it('shows four pieces of everybody, near and far', async () => {
  const people = await open(40)
  expect(people.shown()).toEqual({ near: 3 * 4, far: 37 * 4 })
})

it('shows nobody who has left, and gives their place to others', async () => {
  const people = await open(6, 8)
  people.update(crowd(2), 0.1, lens, [1, 2, 3])
  const { near, far } = people.shown()
  expect(near + far).toBe(2 * 4)
  // More people than places, one after the other.
  for (let n = 10; n < 60; n += 5) people.update([person(n), person(n + 1)], 0.1, lens, [0, 0, 3])
  expect(people.shown()).toEqual({ near: 0, far: 8 })
})

it('draws no more people than it has places for, and none behind the camera', async () => {
  const people = await open(12, 5)
  expect(people.shown().near + people.shown().far).toBe(5 * 4)
  people.update([person(0), person(1, { z: 20 })], 0.1, lens, [0, 0, 9])
  expect(people.shown()).toEqual({ near: 0, far: 4 })
})

it('grows with the room', async () => {
  const people = await open(90)
  expect(people.shown().near + people.shown().far).toBe(90 * 4)
})

it('leaves a person with a VRM file to others', async () => {
  const people = await open(1)
  people.update([person(0, { isVrm: true })], 0.1, lens)
  expect(people.shown()).toEqual({ near: 0, far: 0 })
})
