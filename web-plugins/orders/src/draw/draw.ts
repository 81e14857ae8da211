// Repeats the draw of a random item in the browser. `plugins/orders/src/draw.rs` is the same in Rust, with the same vectors.

export interface Odds {
  no: number
  weight: number
}

/** A row as it was when the order was placed; `leftNow` is what is left of it now. Null without a stock of its own. */
export interface Promised extends Odds {
  left: number | null
  leftNow: number | null
}

/** What the hash was published for: rule 2 covers the rows, rule 1 of older orders only the seed. */
export interface Commitment {
  rule: 1 | 2
  seedHash: string
  rows: Promised[]
}

const MAX = (1n << 64n) - 1n

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

export const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** The hash that was published before the payment. */
export async function hashOf(
  rule: 1 | 2,
  {
    orderId,
    seed,
    rows,
  }: { orderId: string; seed: Uint8Array<ArrayBuffer>; rows: Omit<Promised, 'leftNow'>[] },
) {
  if (rule === 1) return sha256(seed)
  const lines = rows.map(({ no, weight, left }) => `${no} ${weight} ${left ?? '-'}`)
  return sha256(new TextEncoder().encode(['witverse draw 2', orderId, hexOf(seed), ...lines].join('\n')))
}

/**
 * Whether a draw had the promised rows: every row with its promised weight, in the promised order, and none missing that is
 * not sold out. Sold-out rows never come back.
 */
export function haveOdds(promised: Promised[], odds: Odds[]): boolean {
  const drawn = new Map(odds.map(({ no, weight }) => [no, weight]))
  const expected = promised.filter(({ no, leftNow }) => drawn.has(no) || leftNow !== 0)
  return (
    expected.length === odds.length &&
    expected.every(({ no, weight }, at) => odds[at]?.no === no && odds[at]?.weight === weight)
  )
}

/** The row of draw `n`, counted from 1; null if no row has a weight. */
export async function pick(
  seed: Uint8Array<ArrayBuffer>,
  draw: { order: string; nonce: string; n: number },
  odds: Odds[],
): Promise<number | null> {
  const total = odds.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  if (total === 0n) return null
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  // A number in the last, incomplete round of the weights is skipped, so that no row has more than its weight.
  const fair = MAX - (((MAX % total) + 1n) % total)
  for (let attempt = 0; ; attempt += 1) {
    const message = new TextEncoder().encode(`${draw.order}:${draw.nonce}:${draw.n}:${attempt}`)
    const tag = new DataView(await crypto.subtle.sign('HMAC', key, message))
    const number = tag.getBigUint64(0)
    if (number > fair) continue
    let rest = number % total
    for (const { no, weight } of odds) {
      if (rest < BigInt(weight)) return no
      rest -= BigInt(weight)
    }
  }
}

export interface DrawFacts extends Commitment {
  orderId: string
  seed: string
  nonce: string
  given: { n: number; contentNo: number; odds: Odds[] | null }[]
}

export interface Verdict {
  /** The hash is that of the seed, and by rule 2 of the rows. */
  hashHolds: boolean
  /** Every draw had the promised rows; null for rule 1, which promised none. */
  oddsHold: boolean | null
  /** Every draw gives the item that was delivered. */
  drawsHold: boolean
}

export async function verifyDraw(facts: DrawFacts): Promise<Verdict> {
  const { orderId, rule, seedHash, rows, seed, nonce, given } = facts
  const bytes = bytesOf(seed)
  const drawn = await Promise.all(
    given.map(({ n, odds }) => pick(bytes, { order: orderId, nonce, n }, odds ?? [])),
  )
  return {
    hashHolds: (await hashOf(rule, { orderId, seed: bytes, rows })) === seedHash,
    oddsHold: rule === 1 ? null : given.every(({ odds }) => haveOdds(rows, odds ?? [])),
    drawsHold: given.every(({ contentNo }, at) => drawn[at] === contentNo),
  }
}

/** The key of the text in `draw.…` that says what a check has found. `kept` is the hash that this browser saw before. */
export function outcomeOf(
  { hashHolds, oddsHold, drawsHold }: Verdict,
  seedHash: string,
  kept: string | null,
) {
  if (!hashHolds) return oddsHold === null ? 'otherSeed' : 'otherHash'
  if (kept !== null && kept !== seedHash) return 'otherPromise'
  if (oddsHold === false) return 'otherOdds'
  if (!drawsHold) return 'otherResult'
  return oddsHold === null ? 'holdsSeed' : 'holds'
}

export const isGood = (outcome: ReturnType<typeof outcomeOf>) =>
  outcome === 'holds' || outcome === 'holdsSeed'
