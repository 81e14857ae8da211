// Computes a draw again from what was published. `plugins/events/src/draw.rs` has the same hashes.
import type { Draw, DrawLeaf } from '../api/types'

const utf8 = (text: string) => new TextEncoder().encode(text)

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 over the tag of the kind of hash and the parts. */
async function hash(tag: string, ...parts: Uint8Array[]): Promise<string> {
  const all = [utf8(`witverse:draw:${tag}:`), ...parts]
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    joined.set(part, at)
    at += part.length
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', joined)))
}

export const commitOf = (seed: string) => hash('seed:v1', bytesOf(seed))
/** The leaf of an entry, with the random number of the entrant's browser; entries from before have none. */
export const leafOf = (eventId: string, placeId: string, nonce: string | null) =>
  nonce === null
    ? hash('leaf:v1', utf8(`${eventId}:${placeId}`))
    : hash('leaf:v2', utf8(`${eventId}:${placeId}:${nonce}`))

/** The root of the tree over the leaves. A node without a sibling moves up as it is. */
export async function rootOf(leaves: string[]): Promise<string> {
  let level = leaves
  while (level.length > 1) {
    const next: Promise<string>[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left = '', right] = level.slice(at, at + 2)
      next.push(right === undefined ? Promise.resolve(left) : hash('node:v1', bytesOf(left), bytesOf(right)))
    }
    level = await Promise.all(next)
  }
  return level[0] ?? ''
}

/** The root that follows from a leaf and its proof. */
export async function rootFrom(leaf: string, proof: { hash: string; isLeft: boolean }[]): Promise<string> {
  let node = leaf
  for (const { hash: other, isLeft } of proof) {
    const [left, right] = isLeft ? [other, node] : [node, other]
    node = await hash('node:v1', bytesOf(left), bytesOf(right))
  }
  return node
}

/** The leaves in the order of their ranks. Draws from before the ranks depended on the root have none. */
export async function ranked(seed: string, leaves: string[], root: string | null): Promise<string[]> {
  const keyOf = (leaf: string) =>
    root === null
      ? hash('rank:v1', bytesOf(seed), bytesOf(leaf))
      : hash('rank:v2', bytesOf(seed), bytesOf(root), bytesOf(leaf))
  const keyed = await Promise.all(leaves.map(async (leaf) => ({ leaf, key: await keyOf(leaf) })))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ leaf }) => leaf)
}

/** Whether those who were drawn have the first ranks. Entries that were withdrawn before the draw keep their rank. */
function areFirst(order: string[], leaves: DrawLeaf[], places: number): boolean {
  const outcomes = new Map(leaves.map(({ hash, outcome }) => [hash, outcome]))
  return order.every((leaf, at) => {
    const outcome = outcomes.get(leaf)
    return outcome === 'withdrawn' || outcome === (at < places ? 'drawn' : 'notDrawn')
  })
}

export type Check = 'seed' | 'root' | 'winners' | 'own' | 'rank'

export interface Verdict {
  checks: Record<Check, boolean>
  /** The rank of the caller's own entry, as computed here. */
  rank: number | null
  entries: number
}

/** Checks the seed against its hash, the root against all leaves, who was drawn, and the caller's entry and rank. `kept` is the
 * random number that this browser has kept of the caller's entry. */
export async function verify(
  draw: Draw,
  published: DrawLeaf[],
  kept: string | null = null,
): Promise<Verdict> {
  const { seed, root, commit, own, eventId, entries, places } = draw
  const leaves = published.map(({ hash: leaf }) => leaf)
  const order = seed === null ? [] : await ranked(seed, leaves, draw.version === 1 ? null : root)
  const rank = own === null ? null : order.indexOf(own.leaf) + 1
  const isOwn =
    own === null ||
    ((await leafOf(eventId, own.placeId, kept ?? own.nonce)) === own.leaf &&
      (await rootFrom(own.leaf, own.proof)) === root)
  return {
    checks: {
      seed: seed !== null && (await commitOf(seed)) === commit,
      root: root !== null && leaves.length === entries && (await rootOf(leaves)) === root,
      winners: order.length > 0 && areFirst(order, published, places ?? 0),
      own: isOwn,
      rank: own === null || (rank !== null && rank > 0 && rank === own.rank),
    },
    rank: rank === 0 ? null : rank,
    entries: leaves.length,
  }
}
