// The pieces of bodies, as files of `@witverse/people`: the coarse levels of all of them at once, the fine ones of a piece when
// somebody near wears it.
import { decodePieces, type Piece } from '@witverse/people/codec'
import { ATLAS } from '@witverse/people/face-cells'
import { FACES_FILE, LEVEL2, LEVEL3 } from '@witverse/people/library/files'
import { DataTexture, LinearFilter } from 'three'
import type { Level } from './levels'

const fineFiles = () => import(/* webpackChunkName: "page-fine-people" */ '@witverse/people/library/fine')

async function bytesOf(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}

export class Library {
  /** Called for every piece that has arrived. */
  private readonly onPiece: (piece: Piece, level: Level) => void
  private readonly stop: AbortController
  private readonly asked = new Map<string, Promise<void>>()

  constructor(stop: AbortController, onPiece: Library['onPiece']) {
    this.stop = stop
    this.onPiece = onPiece
    // The coarsest first: everybody is there with it.
    void this.load(LEVEL3, 3).then(() => this.load(LEVEL2, 2))
  }

  /** Asks for a fine piece, once. */
  want(name: string, level: 0 | 1) {
    const key = `${name} ${level}`
    if (this.asked.has(key)) return
    const load = fineFiles().then(({ LEVEL0, LEVEL1 }) => {
      const files = level === 0 ? LEVEL0 : LEVEL1
      return Object.hasOwn(files, name) ? this.load(files[name] ?? '', level) : undefined
    })
    this.asked.set(
      key,
      load.catch(() => undefined),
    )
  }

  /** Resolves when what was asked for has arrived or failed. */
  async loaded() {
    for (let count = -1; count !== this.asked.size; ) {
      count = this.asked.size
      await Promise.all(this.asked.values())
    }
  }

  private load(url: string, level: Level): Promise<void> {
    const asked = this.asked.get(url) ?? this.read(url, level)
    this.asked.set(url, asked)
    return asked
  }

  private async read(url: string, level: Level) {
    try {
      const pieces = decodePieces(await bytesOf(url, this.stop.signal))
      if (!this.stop.signal.aborted) for (const piece of pieces.values()) this.onPiece(piece, level)
    } catch {
      // Without a file, the next coarser level stays. The next room asks again.
    }
  }
}

/** The atlas of faces. Empty, so that faces are bare, until its file is there. */
export function facesTexture(stop: AbortController): DataTexture {
  const texture = new DataTexture(new Uint8Array(ATLAS.width * ATLAS.height * 4), ATLAS.width, ATLAS.height)
  texture.magFilter = texture.minFilter = LinearFilter
  texture.needsUpdate = true
  bytesOf(FACES_FILE, stop.signal).then(
    (bytes) => {
      if (bytes.length !== texture.image.data?.length) return
      texture.image.data.set(bytes)
      texture.needsUpdate = true
    },
    () => undefined,
  )
  return texture
}
