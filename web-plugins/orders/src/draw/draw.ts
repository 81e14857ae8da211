// Repeats the draw of a random item in the browser. `plugins/orders/src/draw.rs` is the same in Rust, with the same vectors.

export interface Odds {
  no: number
  weight: number
}

const MAX = (1n << 64n) - 1n

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

export const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of a seed, as it was published before the payment. */
export async function hashOfSeed(seed: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)))
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

export interface DrawFacts {
  orderId: string
  seedHash: string
  seed: string
  nonce: string
  given: { n: number; contentNo: number; odds: Odds[] | null }[]
}

export interface Verdict {
  /** The seed is the one whose hash was published. */
  seedHolds: boolean
  /** Every draw gives the item that was delivered. */
  drawsHold: boolean
}

export async function verifyDraw({ orderId, seedHash, seed, nonce, given }: DrawFacts): Promise<Verdict> {
  const bytes = bytesOf(seed)
  const drawn = await Promise.all(
    given.map(({ n, odds }) => pick(bytes, { order: orderId, nonce, n }, odds ?? [])),
  )
  return {
    seedHolds: (await hashOfSeed(bytes)) === seedHash,
    drawsHold: given.every(({ contentNo }, at) => drawn[at] === contentNo),
  }
}
