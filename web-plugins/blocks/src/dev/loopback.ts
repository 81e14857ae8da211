// A room in the page itself, for the preview: people who stroll between places, sit, dance and chat. Not in the plugin.

import { BODIES, BOTTOM_STYLES, FACES, HAIRS, TOP_STYLES } from '@witverse/people/styles'
import type { Motion } from '../room/codes'
import { World } from '../room/collision'
import { dice } from '../room/dice'
import { findPath, type Point, WalkGrid } from '../room/path'
import { browserClock, type Ports, type SocketEvents } from '../room/ports'
import { type Pose, type ServerMessage, toQuanta, toYawStep } from '../room/protocol'
import { decodeClient, encodeServer } from '../room/protocol-server'
import type { Scene } from '../room/scene'
import { GEAR } from '../three/gear'

const NAMES = ['지우', 'Mina', '하늘', 'Theo', '서연', 'Lumi', '민준', 'Sora', '다온', 'Noa', '은채', 'Jules']
const SAID = [
  '안녕하세요!',
  'What a night',
  '여기 정말 예쁘다 ✨',
  'Come sit with us',
  '차 한잔 어때요?',
  '등불 축제 언제예요?',
]

interface Bot extends Point {
  yaw: number
  motion: Motion
  way: Point[]
  seat: number | null
  rest: number
}

/** Looks as the kernel sends them, for two people of three; the others have one from their id. */
function lookAt(i: number): string | null {
  if (i % 3 === 0) return null
  const one = <T>(from: readonly T[], step = 1) => from[Math.floor(i / step) % from.length]
  return JSON.stringify({
    ...{ v: 2, body: one(BODIES), face: one(FACES) },
    ...{ skin: one(['#ffe4d2', '#dca878', '#7c4e35']), hair: one(HAIRS) },
    ...{
      hairColor: one(['#231d24', '#b04a32', '#d9b26a', '#4a68c8']),
      top: one(['#7a63e8', '#e8a94a', '#3f9c8a']),
    },
    ...{ topStyle: one(TOP_STYLES, 2), bottomStyle: one(BOTTOM_STYLES, 3) },
    ...{ bottom: '#2f3358', gear: i % 2 ? { head: one(Object.keys(GEAR), 2) } : {} },
  })
}

export function loopback(scene: Scene, people: number): Ports {
  const random = dice(scene.seed + people)
  const grid = new WalkGrid(World.of(scene))
  const somewhere = () => ({ x: 3 + random() * (scene.size - 6), z: 3 + random() * (scene.size - 6) })
  const seats = scene.seats.map((_, i) => i)
  const [spawn] = scene.spawns
  const bots: Bot[] = Array.from({ length: people }, (_, i) => {
    const seat = i % 3 === 0 ? (seats.splice(Math.floor(random() * seats.length), 1)[0] ?? null) : null
    const place = seat === null ? null : scene.seats[seat]
    const way = findPath(grid, spawn ?? { x: 5, z: 5 }, somewhere())
    const at = place ?? way?.at(-1) ?? { x: 5, z: 5 }
    const motion = place ? 'sit' : i % 7 === 1 ? 'dance' : i % 7 === 2 ? 'wave' : 'idle'
    return { x: at.x, z: at.z, yaw: place?.yaw ?? random() * 6, motion, way: [], seat, rest: random() * 4 }
  })
  const toPose = ({ x, z, yaw, motion }: Bot): Pose => ({
    ...{ x: toQuanta(x), y: toQuanta(0), z: toQuanta(z), yaw: toYawStep(yaw) },
    ...{ motion, teleport: false },
  })
  function stroll(bot: Bot): boolean {
    if (bot.seat !== null || bot.motion === 'dance') return false
    const [next] = bot.way
    if (!next) {
      bot.rest -= 0.05
      if (bot.rest > 0) return false
      bot.way = findPath(grid, bot, somewhere())?.slice(0, 6) ?? []
      bot.rest = 2 + random() * 5
      return false
    }
    const [dx, dz] = [next.x - bot.x, next.z - bot.z]
    const left = Math.hypot(dx, dz)
    const stride = Math.min(left, 2.2 * 0.05)
    if (left > 0.01) bot.yaw = Math.atan2(dx, dz)
    bot.x += left > 0 ? (dx / left) * stride : 0
    bot.z += left > 0 ? (dz / left) * stride : 0
    if (left < 0.12) bot.way.shift()
    bot.motion = bot.way.length > 0 ? 'walk' : 'idle'
    return true
  }
  return { clock: browserClock, random: Math.random, openSocket: (events) => serve(events) }

  function serve(events: SocketEvents) {
    let [tick, chatId] = [100, 0]
    const send = (message: ServerMessage) => events.onFrame(encodeServer(message))
    const own = spawn ?? { x: 5, y: 0, z: 5, yaw: 0 }
    let pose: Pose = toPose({ ...own, motion: 'idle', way: [], seat: null, rest: 0 })
    const presence = (slot: number, name: string, at: Pose, seat: number | null) => ({
      ...{ slot, name, seat, pose: at, away: false, guest: false, look: lookAt(slot) },
      user: `00000000-0000-7000-8000-${String(slot * 7919).padStart(12, '0')}`,
      moderator: slot === 2,
    })
    const timer = setInterval(() => {
      tick += 1
      const moved = bots.flatMap((bot, i) => (stroll(bot) ? [{ slot: i + 2, pose: toPose(bot) }] : []))
      if (moved.length > 0) send({ name: 'SNAP', tick, moved })
      if (tick % 40 !== 0 || bots.length === 0) return
      const i = Math.floor(random() * bots.length)
      const author = NAMES[i % NAMES.length] ?? ''
      if (tick % 80 === 0) {
        const text = SAID[chatId % SAID.length] ?? ''
        send({ name: 'CHAT', line: { id: ++chatId, slot: i + 2, author, text } })
      } else send({ name: 'EVENT', event: { kind: 'emoji', slot: i + 2, id: i % 15, tick: tick + 2 } })
    }, 50)
    setTimeout(() => events.onOpen(), 10)
    return {
      close: () => clearInterval(timer),
      send(frame: Uint8Array) {
        const message = decodeClient(frame)
        if (message.name === 'MOVE') pose = message.pose
        if (message.name === 'PING')
          send({ name: 'PONG', clientMs: message.clientMs, serverMs: tick * 50, tick })
        if (message.name === 'CHAT') {
          send({ name: 'CHAT', line: { id: ++chatId, slot: 1, author: 'me', text: message.text } })
          send({ name: 'ACK', request: message.request })
        }
        if (message.name === 'EMOJI') {
          send({ name: 'EVENT', event: { kind: message.kind, slot: 1, id: message.id, tick: tick + 2 } })
        }
        if (message.name === 'INTERACT') {
          const kind = message.kind === 0 ? 'sit' : 'stand'
          send({ name: 'EVENT', event: { kind, slot: 1, seat: message.object } })
          send({ name: 'ACK', request: message.request })
        }
        if (message.name !== 'HELLO') return
        send({
          ...{ name: 'WELCOME', version: 1, slot: 1, instance: 0, tick, tickHz: 20, serverMs: tick * 50 },
          ...{ resumed: false, correction: 0, pose },
        })
        const members = bots.map((bot, i) =>
          presence(i + 2, NAMES[i % NAMES.length] ?? '', toPose(bot), bot.seat),
        )
        send({ name: 'FULL', tick, members: [presence(1, 'me', pose, null), ...members] })
      },
    }
  }
}
