// Encodes a short address as a QR code (ISO 18004: byte mode, error correction L, versions 1 to 20). The server
// draws the authenticator's; a login link lives for a minute and is drawn where it is shown.

/** For error correction L, by version. */
const ECC_PER_BLOCK = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
const FORMAT_L = 1
/** Any of the eight masks is valid. This one is enough for what looks random, as codes do. */
const MASK = 2
const isMasked = (x: number, _y: number) => x % 3 === 0

/** Rows of `0` and `1`, dark = 1, without a quiet zone. Throws where the text is too long. */
export function encodeQr(text: string): string[] {
  const bytes = [...new TextEncoder().encode(text)]
  const version = ECC_PER_BLOCK.findIndex((_, index) => fits(bytes.length, index + 1)) + 1
  if (version === 0) throw new RangeError(`${bytes.length} bytes do not fit`)
  const grid = new Grid(version)
  grid.drawPatterns()
  grid.drawData(withCorrection(padded(bytes, version), version))
  grid.drawFormat()
  return grid.rows()
}

const at = (list: number[], index: number): number => list[index] ?? 0
const countBits = (version: number) => (version < 10 ? 8 : 16)

function rawModules(version: number): number {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2
  const bare = (16 * version + 128) * version + 64
  if (version < 2) return bare
  return bare - ((25 * aligned - 10) * aligned - 55) - (version >= 7 ? 36 : 0)
}

const allCodewords = (version: number) => Math.floor(rawModules(version) / 8)
const dataCodewords = (version: number) =>
  allCodewords(version) - at(ECC_PER_BLOCK, version - 1) * at(BLOCKS, version - 1)
const fits = (length: number, version: number) =>
  4 + countBits(version) + 8 * length <= 8 * dataCodewords(version)

function padded(bytes: number[], version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, countBits(version))
  for (const byte of bytes) push(byte, 8)
  const capacity = 8 * dataCodewords(version)
  push(0, Math.min(4, capacity - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let filler = 0xec; bits.length < capacity; filler ^= 0xec ^ 0x11) push(filler, 8)
  return Array.from({ length: capacity / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((value, bit) => 2 * value + bit, 0),
  )
}

/** Splits into blocks, adds Reed–Solomon codewords to each, and interleaves. */
function withCorrection(data: number[], version: number): number[] {
  const count = at(BLOCKS, version - 1)
  const ecc = at(ECC_PER_BLOCK, version - 1)
  const all = allCodewords(version)
  const short = count - (all % count)
  const shortLength = Math.floor(all / count) - ecc
  const divisor = divisorOf(ecc)
  let from = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = shortLength + (index < short ? 0 : 1)
    const block = data.slice(from, from + length)
    from += length
    return { data: block, ecc: remainderOf(block, divisor) }
  })
  const mixed: number[] = []
  for (let index = 0; index <= shortLength; index++) {
    for (const block of blocks) if (index < block.data.length) mixed.push(at(block.data, index))
  }
  for (let index = 0; index < ecc; index++) for (const block of blocks) mixed.push(at(block.ecc, index))
  return mixed
}

/** In the field GF(2^8) of 0x11D. */
function times(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

function divisorOf(degree: number): number[] {
  const result = Array.from({ length: degree }, (_, index): number => (index === degree - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let index = 0; index < degree; index++) {
      result[index] = times(at(result, index), root) ^ at(result, index + 1)
    }
    root = times(root, 2)
  }
  return result
}

function remainderOf(data: number[], divisor: number[]): number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    for (const [index, part] of divisor.entries()) result[index] = at(result, index) ^ times(part, factor)
  }
  return result
}

class Grid {
  private readonly version: number
  private readonly size: number
  private readonly dark: boolean[][]
  private readonly fixed: boolean[][]

  constructor(version: number) {
    this.version = version
    this.size = 17 + 4 * version
    const empty = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false))
    this.dark = empty()
    this.fixed = empty()
  }

  rows(): string[] {
    return this.dark.map((row) => row.map((one) => (one ? '1' : '0')).join(''))
  }

  private set(x: number, y: number, dark: boolean) {
    const [row, fixed] = [this.dark[y], this.fixed[y]]
    if (!row || !fixed || x < 0 || x >= this.size) return
    row[x] = dark
    fixed[x] = true
  }

  drawPatterns() {
    const last = this.size - 1
    for (let index = 0; index < this.size; index++) {
      this.set(6, index, index % 2 === 0)
      this.set(index, 6, index % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ] as const)
      this.drawSquare(x, y, 4)
    const places = this.alignment()
    for (const x of places) {
      for (const y of places) {
        const corner = (x === 6 && y === 6) || (x === 6 && y === last - 6) || (x === last - 6 && y === 6)
        if (!corner) this.drawSquare(x, y, 2)
      }
    }
    this.drawFormat() // keeps its place free
    this.drawVersion()
  }

  /** Rings around a centre: a finder with its white margin, or an alignment mark. */
  private drawSquare(x: number, y: number, radius: number) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        this.set(x + dx, y + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
      }
    }
  }

  private alignment(): number[] {
    if (this.version === 1) return []
    const count = Math.floor(this.version / 7) + 2
    const step = Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2
    const places = Array.from({ length: count - 1 }, (_, index) => this.size - 7 - index * step)
    return [6, ...places.reverse()]
  }

  drawFormat() {
    const data = (FORMAT_L << 3) | MASK
    let rest = data
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
    const bits = ((data << 10) | rest) ^ 0x5412
    const bit = (index: number) => ((bits >>> index) & 1) === 1
    for (let index = 0; index <= 5; index++) this.set(8, index, bit(index))
    this.set(8, 7, bit(6))
    this.set(8, 8, bit(7))
    this.set(7, 8, bit(8))
    for (let index = 9; index < 15; index++) this.set(14 - index, 8, bit(index))
    for (let index = 0; index < 8; index++) this.set(this.size - 1 - index, 8, bit(index))
    for (let index = 8; index < 15; index++) this.set(8, this.size - 15 + index, bit(index))
    this.set(8, this.size - 8, true)
  }

  private drawVersion() {
    if (this.version < 7) return
    let rest = this.version
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (this.version << 12) | rest
    for (let index = 0; index < 18; index++) {
      const [near, far] = [Math.floor(index / 3), this.size - 11 + (index % 3)]
      const dark = ((bits >>> index) & 1) === 1
      this.set(far, near, dark)
      this.set(near, far, dark)
    }
  }

  /** In two columns at a time, from the right, up and down in turn. */
  drawData(codewords: number[]) {
    let index = 0
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < this.size; step++) {
        const upward = ((right + 1) & 2) === 0
        const y = upward ? this.size - 1 - step : step
        for (const x of [right, right - 1]) {
          if (this.fixed[y]?.[x]) continue
          const bit = (at(codewords, index >>> 3) >>> (7 - (index & 7))) & 1
          index += 1
          const row = this.dark[y]
          if (row) row[x] = (bit === 1) !== isMasked(x, y)
        }
      }
    }
  }
}
