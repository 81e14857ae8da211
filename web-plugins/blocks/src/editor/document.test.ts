import { expect, it } from 'vitest'
import { dice } from '../room/dice'
import { budgetOf, exceeded, LIMITS } from './budget'
import { parseCopied, textOf } from './clipboard'
import * as commands from './commands'
import { apply, type Command, inverse } from './commands'
import {
  find,
  fromStored,
  idsOf,
  isDocument,
  normalYaw,
  type SceneDocument,
  seatsOf,
  toStored,
} from './document'
import { begin, redo, run, undo } from './history'
import { EditorStore } from './store'
import { sceneToWalk } from './walk'

const START: SceneDocument = {
  ...{ format: 1, seed: 3, size: 20 },
  ground: { kind: 'grass', colour: '#5d9a63' },
  sky: { hue: 250, hour: null },
  objects: [
    { id: 'bench-1', kind: 'bench', position: { x: 4, y: 0, z: 4 }, yaw: 90, scale: 1, colour: '#8a6242' },
    { id: 'tree-1', kind: 'tree', position: { x: 10.25, y: 0, z: 3 }, yaw: 0, scale: 1.5, colour: '#3f7f5a' },
  ],
  spawnPoints: [{ id: 'spawn-1', position: { x: 10, y: 0, z: 18 }, yaw: 180 }],
  seats: [{ id: 'loose-1', position: { x: 15, y: 0.4, z: 15 }, yaw: 0 }],
  links: [],
  lights: [{ id: 'light-1', position: { x: 1, y: 2, z: 1 }, colour: '#ffffff', intensity: 1, range: 5 }],
}
const BLOCK = '00000000-0000-4000-8000-000000000001'
const objectOf = (document: SceneDocument, id: string) => document.objects.find((one) => one.id === id)

/** Every command on a document, with what it should have changed. */
const CASES: [string, Command | null, (after: SceneDocument) => unknown, unknown][] = [
  [
    'add',
    commands.add(START, 'lantern', { x: 5.123, y: 0, z: 30 }),
    (d) => d.objects[2]?.position,
    { x: 5.12, y: 0, z: 20 },
  ],
  [
    'remove',
    commands.remove(START, ['bench-1', 'light-1']),
    (d) => [idsOf(d), d.lights],
    [['tree-1', 'spawn-1'], []],
  ],
  [
    'move',
    commands.move(START, ['bench-1', 'tree-1'], { x: -9, y: 1, z: 0 }),
    (d) => d.objects.map((o) => o.position.x),
    [0, 6.25],
  ],
  ['turn', commands.turn(START, ['bench-1'], -105), (d) => d.objects[0]?.yaw, 345],
  [
    'turn together',
    commands.turn(START, ['bench-1', 'tree-1'], 90),
    (d) => d.objects.map((o) => o.position),
    [
      { x: 7.63, y: 0, z: 6.63 },
      { x: 6.63, y: 0, z: 0.38 },
    ],
  ],
  ['scale', commands.scale(START, ['tree-1'], 9), (d) => d.objects[1]?.scale, 4],
  [
    'recolour',
    commands.recolour(START, ['tree-1', 'light-1'], '#FF0000'),
    (d) => [d.objects[1]?.colour, d.lights[0]?.colour],
    ['#ff0000', '#ff0000'],
  ],
  [
    'duplicate',
    commands.duplicate(START, ['bench-1', 'spawn-1'], { x: 1, y: 0, z: 1 }),
    (d) => idsOf(d),
    ['bench-1', 'tree-1', 'bench-2', 'spawn-1', 'spawn-2'],
  ],
  [
    'paste',
    commands.paste(START, { objects: START.objects.slice(0, 1), links: [] }, { x: 8, z: 9 }),
    (d) => d.objects[2]?.position,
    { x: 8, y: 0, z: 9 },
  ],
  [
    'a smaller floor',
    commands.surround(START, { size: 12 }),
    (d) => [d.size, d.spawnPoints[0]?.position.z, d.seats[0]?.position.x],
    [12, 12, 12],
  ],
  ['the sky', commands.surround(START, { sky: { hue: 10, hour: 21 } }), (d) => d.sky, { hue: 10, hour: 21 }],
  ['a spawn point', commands.addSpawn(START, { x: 1, y: 0, z: 1 }), (d) => d.spawnPoints.length, 2],
  ['a door', commands.addDoor(START, BLOCK, { x: 1, y: 0, z: 1 }), (d) => d.links[0]?.blockId, BLOCK],
]

it.each(CASES)('%s changes the document, and its inverse changes it back', (_, command, seen, wanted) => {
  if (!command) throw new Error('nothing to do')
  const after = apply(START, command)
  expect(seen(after)).toEqual(wanted)
  expect(apply(after, inverse(command))).toEqual(START)
})

it('does nothing where there is nothing to do', () => {
  expect(commands.add(START, 'ufo', { x: 1, y: 0, z: 1 })).toBeNull()
  expect(commands.move(START, ['gone'], { x: 1, y: 0, z: 0 })).toBeNull()
  expect(commands.turn(START, ['bench-1'], 360)).toBeNull()
  expect(commands.scaleTo(START, ['tree-1'], 1.5)).toBeNull()
  expect(commands.recolour(START, ['tree-1'], 'red')).toBeNull()
  expect(commands.surround(START, { size: 20 })).toBeNull()
  expect(commands.remove(START, ['spawn-1']), 'people begin somewhere').toBeNull()
})

/** A random command for a document. */
function randomCommand(document: SceneDocument, random: () => number): Command | null {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = idsOf(document).filter(() => random() < 0.3)
  const at = { x: random() * 25 - 2, y: random() * 3, z: random() * 25 - 2 }
  return pick([
    () => commands.add(document, pick(['table', 'lantern', 'pine', 'sofa']), at, random() * 720),
    () => commands.remove(document, some.slice(0, 2)),
    () => commands.move(document, some, { x: random() * 8 - 4, y: random() - 0.5, z: random() * 8 - 4 }),
    () => commands.placeAt(document, pick(idsOf(document)), at),
    () => commands.turn(document, some, random() * 400 - 200),
    () => commands.turnTo(document, pick(idsOf(document)), random() * 400 - 200),
    () => commands.scale(document, some, random() * 2 - 1),
    () =>
      commands.recolour(
        document,
        some,
        `#${Math.floor(random() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
      ),
    () => commands.duplicate(document, some, { x: 1, y: 0, z: 1 }),
    () => commands.surround(document, { size: 8 + Math.floor(random() * 56), sky: { hue: 1, hour: at.y } }),
    () => commands.addSpawn(document, at),
    () => commands.addDoor(document, BLOCK, at),
    () => commands.replace(document, { ...START, seed: Math.floor(random() * 9) }),
  ])()
}

it('undoes to the beginning and redoes to the end, whatever was done', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = dice(seed)
    let history = begin(START)
    const steps = [START]
    for (let count = 0; count < 80; count++) {
      const command = randomCommand(history.document, random)
      if (!command) continue
      history = run(history, command)
      steps.push(history.document)
    }
    const end = history.document
    for (let at = steps.length - 2; at >= 0; at--) {
      history = undo(history) ?? history
      expect(history.document).toEqual(steps[at])
    }
    expect(undo(history)).toBeNull()
    expect(history.document).toEqual(START)
    for (;;) {
      const next = redo(history)
      if (!next) break
      history = next
    }
    expect(history.document).toEqual(end)
    const ids = Object.values(toStored(end)).flatMap((list) =>
      Array.isArray(list) ? list.map(({ id }) => id) : [],
    )
    expect(new Set(ids).size, 'ids are unique in the whole scene').toBe(ids.length)
    for (const { position, yaw, scale } of end.objects) {
      for (const value of [position.x, position.z]) expect(value >= 0 && value <= end.size).toBe(true)
      for (const value of [position.x, position.y, position.z, yaw, scale])
        expect(Math.abs(value * 100 - Math.round(value * 100))).toBeLessThan(1e-6)
      expect(yaw >= 0 && yaw < 360 && scale >= 0.25 && scale <= 4).toBe(true)
    }
  }
})

it('stores the seats of objects, and takes them out again', () => {
  const stored = toStored(START)
  expect(stored.seats.length).toBe(1 + seatsOf(START.objects).length)
  expect(fromStored(stored)).toEqual(START)
  expect(fromStored({ ...stored, ambience: 'rain' })).toEqual({ ...START, ambience: 'rain' })
  expect(isDocument(stored)).toBe(true)
  expect(isDocument({ ...stored, objects: null })).toBe(false)
})

it('keeps angles below a full turn', () => {
  expect([normalYaw(359.999), normalYaw(-0.001), normalYaw(-15), normalYaw(720)]).toEqual([0, 0, 345, 0])
})

it('counts what a scene costs', () => {
  const budget = budgetOf(START, () => 100)
  expect(budget).toMatchObject({ objects: 2, lamps: 1, doors: 0, spawns: 1 })
  expect(budget.triangles).toBe(52 * 52 * 2 + 16 + 288 + 200 + 2)
  expect(exceeded(budget, { ...budget, objects: LIMITS.objects + 1 })).toBe('objects')
  const over = { ...budget, objects: 500 }
  expect(exceeded(over, { ...over, objects: 499 }), 'it may become smaller').toBeNull()
})

it('takes copied things apart and leaves out what is unknown', () => {
  const text = textOf(START.objects)
  expect(parseCopied(text)).toMatchObject({ objects: [{ kind: 'bench' }, { kind: 'tree' }], dropped: 0 })
  const broken = JSON.parse(text) as { objects: Record<string, unknown>[] }
  broken.objects[0] = { ...broken.objects[0], kind: 'ufo' }
  broken.objects.push({ kind: 'tree' }, { ...broken.objects[1], position: { x: 'a', y: 0, z: 0 } })
  expect(parseCopied(JSON.stringify(broken))).toMatchObject({ objects: [{ kind: 'tree' }], dropped: 3 })
  for (const other of ['', 'hello', '{}', 'null', '[1]']) expect(parseCopied(other)).toBeNull()
})

it('places beside what stands there, moves on the grid, and refuses what is too much', () => {
  const store = new EditorStore(START)
  store.centre = { x: 4.1, z: 3.9 }
  store.place('chair')
  const [id = ''] = store.get().selection
  expect(find(store.document, id)?.thing.position).not.toEqual({ x: 4, y: 0, z: 4 })
  store.select(['tree-1'])
  store.nudge(1, 0)
  expect(objectOf(store.document, 'tree-1')?.position.x, 'onto the grid').toBe(10.5)
  store.nudge(-1, 0, 0, true)
  expect(objectOf(store.document, 'tree-1')?.position.x, 'finely').toBe(10.4)
  store.drag({ x: 1.3, z: 0 })
  expect(objectOf(store.document, 'tree-1')?.position.x, 'nothing is done before the drop').toBe(10.4)
  expect(objectOf(store.get().shown, 'tree-1')?.position.x).toBe(11.5)
  store.drop({ x: 1.3, z: 0 })
  expect(objectOf(store.document, 'tree-1')?.position.x).toBe(11.5)
  store.measureWith(() => 60_000)
  expect(store.place('chair')).toBe(false)
  expect(store.get().feedback?.text).toEqual({ what: 'full', measure: 'triangles' })
  while (store.get().history.past.length > 0) store.undo()
  expect(store.document).toEqual(START)
})

it('goes through all things with the Tab key, and out at the end', () => {
  const store = new EditorStore(START)
  const seen: (string | undefined)[] = []
  while (store.selectNext(1)) seen.push(store.get().selection[0])
  expect(seen).toEqual(['bench-1', 'tree-1', 'spawn-1'])
})

it('selects several by presses, as on a touch screen', () => {
  const store = new EditorStore(START)
  expect(store.press('bench-1', false)).toBe(false)
  store.press('tree-1', false)
  expect(store.get().selection).toEqual(['tree-1'])
  store.setMany(true)
  expect(store.press('bench-1', false)).toBe(false)
  store.pressFloor()
  expect(store.get().selection).toEqual(['tree-1', 'bench-1'])
  // A press on what is selected may begin a drag of all: only a tap takes it out.
  expect(store.press('tree-1', false)).toBe(true)
  expect(store.get().selection).toEqual(['tree-1', 'bench-1'])
  store.escape()
  expect(store.get()).toMatchObject({ selection: [], isMany: false })
  expect(store.press('tree-1', true)).toBe(false)
})

it('selects several with the Tab key, and takes the last one out with Shift', () => {
  const store = new EditorStore(START)
  store.setMany(true)
  for (const _ of idsOf(START)) expect(store.selectNext(1)).toBe(true)
  expect(store.get().selection).toEqual(idsOf(START))
  expect(store.selectNext(1)).toBe(false)
  store.selectNext(-1)
  expect(store.get().selection).toEqual(idsOf(START).slice(0, -1))
})

it('walks from the free spot that is nearest to the view', () => {
  const { spawns } = sceneToWalk(START, { x: 15, z: 12 })
  expect(spawns).toMatchObject([{ x: 15, y: 0, z: 12 }])
  const [beside] = sceneToWalk(START, { x: 4, z: 4 }).spawns
  expect(Math.hypot((beside?.x ?? 4) - 4, (beside?.z ?? 4) - 4)).toBeGreaterThan(0.3)
  const [inside] = sceneToWalk(START, { x: -3, z: 50 }).spawns
  expect(inside?.x).toBeGreaterThan(0)
  expect(inside?.z).toBeLessThan(START.size)
})
