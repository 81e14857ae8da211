// How long it takes from a link to walking in a block, and to its page without WebGL; how many pictures a second the 3D
// room makes on a processor. Figures beside their aims; nothing fails.
import { makeBlock, withoutWebGl } from '../lib/rooms'
import { expect, test } from '../lib/test'
import { throttle } from '../lib/throttle'

const LINE = { mbits: 10, latencyMs: 40 }

interface RoomProbe {
  fps: number
  draws: number
  triangles: number
  programs: number
  people: { x: number; z: number }[]
}

const probe = () => (window as unknown as { __room?: { probe(): RoomProbe } }).__room?.probe()

const print = (name: string, value: string, aim: string) =>
  process.stdout.write(`  ${name}: ${value} (aim ${aim})\n`)

// Traces would change the figures.
test.use({ trace: 'off' })

test('from a link to walking', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'walk', { template: 'lantern-garden' })
  const one = await person()
  await throttle(one, LINE)
  const start = Date.now()
  await one.goto(place.path)
  await one.page.waitForFunction(() => {
    const room = (window as unknown as { __room?: { probe(): RoomProbe } }).__room
    return (room?.probe().fps ?? 0) > 0
  })
  const drawn = Date.now() - start
  const from = await one.page.evaluate(probe)
  await one.page.keyboard.down('w')
  await expect.poll(async () => (await one.page.evaluate(probe))?.people[0]?.z).not.toBe(from?.people[0]?.z)
  print('link to walking at 10 Mbit/s, 40 ms', `${Date.now() - start} ms, drawn after ${drawn} ms`, '3000 ms')
})

test('from a link to the page of a room', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'page', { template: 'lantern-garden' })
  const one = await person()
  await withoutWebGl(one)
  await throttle(one, LINE)
  const start = Date.now()
  await one.goto(place.path)
  await expect(one.role('group', 'blocks:emoji.title')).toBeVisible()
  print('link to the page of a room at 10 Mbit/s, 40 ms', `${Date.now() - start} ms`, '1000 ms')
})

test('pictures per second without a graphics card', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'fps', { template: 'lantern-garden' })
  const one = await person()
  await one.page.setViewportSize({ width: 320, height: 180 + 64 })
  await one.goto(place.path)
  await one.page.waitForFunction(() => (window as unknown as { __room?: object }).__room)
  await one.page.waitForTimeout(8_000)
  const { fps = 0, draws, triangles, programs } = (await one.page.evaluate(probe)) ?? ({} as RoomProbe)
  const scene = `${draws} draws, ${triangles} triangles, ${programs} programs`
  print('3D room at 320 × 180, on the processor', `${fps.toFixed(1)} fps; ${scene}`, '30 fps')
})
