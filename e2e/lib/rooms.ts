// Blocks for journeys, and the connection of a room that can be cut.
import { type Account, makeAccount } from './accounts.mjs'
import type { Kernel } from './kernel.mjs'
import type { Person } from './person'
import { callAs } from './social'
import { expect } from './test'

export interface Place {
  worldName: string
  worldId: string
  blockId: string
  path: string
  owner: Account
}

interface NewBlock {
  name?: string
  template?: string
  access?: string
  type?: string
  /** The id of the plugin that is its game. */
  game?: string
}

/** A world of a new owner with one published block. */
export async function makeBlock(kernel: Kernel, stem: string, block: NewBlock = {}): Promise<Place> {
  const { name = 'cafe', template = 'cafe', access = 'everybody', type = 'social' } = block
  const owner = await makeAccount(kernel, 'host')
  const worldName = `${stem}${Date.now().toString(36).slice(-5)}`
  const call = (path: string, body: object) => callAs(kernel, owner, 'POST', path, body)
  const { worldId } = await call('/api/v3/worlds', { worldName, isPublic: true })
  const { blockId } = await call(`/api/v3/worlds/${worldName}/blocks`, {
    ...{ blockName: name, type, title: { ko: '작은 카페', en: 'Little café' } },
    ...{ template, access, ...(block.game && { game: block.game }) },
  })
  await call(`/api/v3/blocks/${blockId}/publish`, { version: 1 })
  return { worldName, worldId, blockId, path: `/${worldName}/${name}`, owner }
}

/** A block with a race over two lanterns, the first and the last one of the template. */
export async function makeRace(kernel: Kernel, stem: string): Promise<Place> {
  const place = await makeBlock(kernel, stem, { name: 'run', template: 'lantern-run', type: 'game' })
  const path = `/api/v3/blocks/${place.blockId}`
  const { scene } = await callAs(kernel, place.owner, 'GET', `${path}/versions/latest`)
  const lanterns = scene.objects.filter((one: { kind: string }) => one.kind === 'checkpoint').slice(1, -1)
  const objects = scene.objects.filter((one: { kind: string }) => !lanterns.includes(one))
  await callAs(kernel, place.owner, 'PUT', `${path}/scene`, { basedOn: 1, scene: { ...scene, objects } })
  await callAs(kernel, place.owner, 'POST', `${path}/publish`, { version: 2 })
  return place
}

/** An account that belongs to the world of the block. */
export async function makeGuest(kernel: Kernel, place: Place, stem: string): Promise<Account> {
  const account = await makeAccount(kernel, stem)
  await callAs(kernel, account, 'POST', `/api/v2/worlds/user/member?worldId=${place.worldId}`, {})
  return account
}

/** A browser without WebGL: rooms are shown as pages. */
export const withoutWebGl = (person: Person): Promise<unknown> =>
  person.context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    const other = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind as never, ...(more as []))
    }
    HTMLCanvasElement.prototype.getContext = other as typeof getContext
  })

/** Enters a block. */
export async function enter(person: Person, place: Place): Promise<void> {
  await person.goto(place.path)
  // Members have emojis there, visitors the way to take part.
  const inside = person.role('group', 'blocks:emoji.title').or(person.button('blocks:chat.logIn'))
  await expect(inside).toBeVisible()
}

/** Says something in the room. */
export async function say(person: Person, text: string): Promise<void> {
  await person.field('say').fill(text)
  await person.field('say').press('Enter')
}

/** Where the map shows the others. */
export const dots = (person: Person): Promise<string[]> =>
  person.page.evaluate(() =>
    [...document.querySelectorAll('.bl-twin-map circle[visibility="visible"]')].map(
      (dot) => dot.getAttribute('transform') ?? '',
    ),
  )

/** Lets a test cut the connection of a person to the room, and keep it cut. */
export async function cuttable(person: Person) {
  let isCut = false
  let close: () => Promise<void> = async () => undefined
  await person.page.routeWebSocket(/\/api\/rooms\/socket/, (socket) => {
    if (isCut) return void socket.close({ code: 3001 })
    const server = socket.connectToServer()
    close = async () => {
      // The page first: it would go on to send to a server that closes, which browsers log as an error. The code is no
      // farewell: the place is kept.
      await socket.close({ code: 3001 })
      await server.close({ code: 3001 })
    }
  })
  return {
    cut: async () => {
      isCut = true
      await close()
    },
    /** As browsers do, it tells the page that there is a network again. */
    mend: async () => {
      isCut = false
      await person.page.evaluate(() => dispatchEvent(new Event('online')))
    },
  }
}

/** Runs the whole course of a lantern race by the button that leads to the next gate. */
export async function runCourse(one: Person) {
  const walk = one.button('lantern-race:walk')
  for (const step of [
    one.text('lantern-race:next.start'),
    one.text('lantern-race:next.gate', { number: 1, count: 2 }),
    one.text('lantern-race:next.gate', { number: 2, count: 2 }),
    one.text('lantern-race:next.finish'),
  ]) {
    await expect(step).toBeVisible({ timeout: 40_000 })
    await walk.press('Enter')
  }
}
