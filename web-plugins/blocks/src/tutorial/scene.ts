// The scene of the tutorial: a small garden at dusk with a well to find, a bench to sit on and a door to go through.

const SIZE = 18
/** Beside the straight way to the door. */
export const WELL = { x: 6.2, z: 9 }
/** Where the guide stands, and where one begins. */
export const GUIDE = { x: 8, z: 11, yaw: 0.29 }
/** After the door, the page shows what one can do next. */
export const DOOR_HASH = '#done'

const at = (x: number, z: number, yaw = 0) => ({ position: { x, y: 0, z }, yaw })

let number = 0
const thing = (kind: string, x: number, z: number, yaw = 0, scale = 1) => ({
  ...{ id: `${kind}-${++number}`, kind, scale },
  ...at(x, z, yaw),
})

const edge = [2, 4.2, 6.4, 11.6, 13.8, 16].flatMap((x) => [thing('hedge', x, 1.2), thing('hedge', x, 16.8)])
const sides = [3.4, 5.6, 7.8, 10, 12.2, 14.4].flatMap((z) => [
  thing('hedge', 1.2, z, 90),
  thing('hedge', 16.8, z, 90),
])

export const DOCUMENT = {
  ...{ format: 1, seed: 7, size: SIZE, ambience: 'garden' },
  ground: { kind: 'grass', colour: '#4b6b4a' },
  sky: { hue: 262, hour: 19.2 },
  objects: [
    ...edge,
    ...sides,
    thing('well', WELL.x, WELL.z),
    thing('bench', 13.4, 9.2, 270),
    thing('cherry', 3.6, 5.4, 40, 1.1),
    thing('maple', 14.6, 4, 10),
    thing('lantern', 7.4, 5.8),
    thing('lantern', 12, 11.8),
    thing('lantern', 6, 12.6),
    thing('stone-lantern', 11.4, 4.4),
    thing('flowers', 3.2, 10.4),
    thing('lavender', 12.8, 14.4),
    thing('lavender', 5, 14.8),
    thing('tulips', 14.6, 12.2),
  ],
  spawnPoints: [{ ...at(9, 14.4, 180) }],
  seats: [{ ...at(13.4, 9.2, 270) }],
  links: [{ id: 'way-on', blockId: 'tutorial', ...at(9, 2.4, 0) }],
}

/** What is behind the door: this page, at its end. */
export const DOOR = {
  ...{ blockId: 'tutorial', worldName: 'block', blockName: `tutorial${DOOR_HASH}` },
  title: { ko: '다음으로', en: 'The way on' },
}
