// Reads and writes the fields of binary frames: little endian, without padding.

/** A frame that does not follow the protocol. */
export class InvalidFrame extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

export class Reader {
  private at = 0
  private readonly view: DataView

  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8 = () => this.view.getUint8(this.take(1))
  u16 = () => this.view.getUint16(this.take(2), true)
  u32 = () => this.view.getUint32(this.take(4), true)

  /** Values above 2^53 are invalid: no number can hold them. */
  u64(): number {
    const value = this.view.getBigUint64(this.take(8), true)
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new InvalidFrame('u64 is too large')
    return Number(value)
  }

  bool(): boolean {
    const value = this.u8()
    if (value > 1) throw new InvalidFrame('a bool is 0 or 1')
    return value === 1
  }

  text(limit: number, length = this.u16()): string {
    if (length > limit) throw new InvalidFrame(`text of ${length} bytes, at most ${limit}`)
    try {
      return decoder.decode(this.raw(length))
    } catch (error) {
      throw error instanceof InvalidFrame ? error : new InvalidFrame('text is not UTF-8')
    }
  }

  raw(length: number): Uint8Array {
    const start = this.take(length)
    return this.bytes.subarray(start, start + length)
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.u16() }, read)
  }

  end() {
    if (this.at !== this.bytes.byteLength) throw new InvalidFrame('the frame has too many bytes')
  }

  private take(length: number): number {
    const start = this.at
    if (start + length > this.bytes.byteLength) throw new InvalidFrame('the frame has too few bytes')
    this.at = start + length
    return start
  }
}

export class Writer {
  private bytes = new Uint8Array(64)
  private view = new DataView(this.bytes.buffer)
  private at = 0

  u8 = (value: number) => this.put(1, (at) => this.view.setUint8(at, value))
  u16 = (value: number) => this.put(2, (at) => this.view.setUint16(at, value, true))
  u32 = (value: number) => this.put(4, (at) => this.view.setUint32(at, value, true))
  u64 = (value: number) => this.put(8, (at) => this.view.setBigUint64(at, BigInt(value), true))
  bool = (value: boolean) => this.u8(value ? 1 : 0)

  text(value: string) {
    const bytes = encoder.encode(value)
    return this.u16(bytes.length).raw(bytes)
  }

  raw(bytes: Uint8Array) {
    return this.put(bytes.length, (at) => this.bytes.set(bytes, at))
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at)
  }

  private put(length: number, write: (at: number) => void): this {
    if (this.at + length > this.bytes.length) this.grow(this.at + length)
    write(this.at)
    this.at += length
    return this
  }

  private grow(atLeast: number) {
    const next = new Uint8Array(Math.max(atLeast, this.bytes.length * 2))
    next.set(this.bytes)
    this.bytes = next
    this.view = new DataView(next.buffer)
  }
}

export const byteLength = (text: string) => encoder.encode(text).length
export const toBytes = (text: string) => encoder.encode(text)
