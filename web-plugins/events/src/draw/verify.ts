// Computes a draw again from what was published. `plugins/events/src/draw.rs` has the same hashes.
import type { Draw, DrawLeaf } from '../api/types'

const utf8 = (text: string) => new TextEncoder().encode(text)

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 over the tag of the kind of hash and the parts. */
async function hash(tag: string, ...parts: Uint8Array[]): Promise<string> {
  const all = [utf8(`witverse:draw:${tag}:v1:`), ...parts]
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    joined.set(part, at)
    at += part.length
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', joined)))
}

export const commitOf = (seed: string) => hash('seed', bytesOf(seed))
export const leafOf = (eventId: string, placeId: string) => hash('leaf', utf8(`${eventId}:${placeId}`))

/** The root of the tree over the leaves. A node without a sibling moves up as it is. */
export async function rootOf(leaves: string[]): Promise<string> {
  let level = leaves
  while (level.length > 1) {
    const next: Promise<string>[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left = '', right] = level.slice(at, at + 2)
      next.push(right === undefined ? Promise.resolve(left) : hash('node', bytesOf(left), bytesOf(right)))
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
    node = await hash('node', bytesOf(left), bytesOf(right))
  }
  return node
}

/** The leaves in the order of their ranks. */
export async function ranked(seed: string, leaves: string[]): Promise<string[]> {
  const keyed = await Promise.all(
    leaves.map(async (leaf) => ({ leaf, key: await hash('rank', bytesOf(seed), bytesOf(leaf)) })),
  )
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

/** Checks the seed against its hash, the root against all leaves, who was drawn, and the caller's entry and rank. */
export async function verify(draw: Draw, published: DrawLeaf[]): Promise<Verdict> {
  const { seed, root, commit, own, eventId, entries, places } = draw
  const leaves = published.map(({ hash: leaf }) => leaf)
  const order = seed === null ? [] : await ranked(seed, leaves)
  const rank = own === null ? null : order.indexOf(own.leaf) + 1
  const isOwn =
    own === null ||
    ((await leafOf(eventId, own.placeId)) === own.leaf && (await rootFrom(own.leaf, own.proof)) === root)
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
