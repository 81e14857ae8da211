// Collects the parts of a figure into one geometry for instances. Every vertex has a part of the body, which moves it, and
// a dye, which colours it.
import { BufferAttribute, type BufferGeometry, InstancedBufferGeometry } from 'three'

export type Point = [x: number, y: number, z: number]

/** Parts of the body; arms and legs: left, right. */
export const TORSO = 0
export const HEAD = 1
export const LEFT_ARM = 2

/** Dyes that take the colours of the person. From 16 on: a fixed colour, see `dyeOf`. */
export const DYE = {
  ...{ skin: 0, top: 1, bottom: 2, hair: 3, eye: 4, cheek: 5, shoe: 6, white: 7, mouth: 8, brow: 9 },
} as const

/** The dye of a fixed colour `#rgb`; with `glows` it shines by itself. */
export const dyeOf = (colour: string, glows = false) =>
  16 + Number.parseInt(colour.slice(1), 16) + (glows ? 4096 : 0)

export class Parts {
  private readonly positions: number[] = []
  private readonly normals: number[] = []
  private readonly parts: number[] = []
  private readonly dyes: number[] = []
  private readonly index: number[] = []
  /** How many times finer round shapes are than in a room. */
  readonly fineness: number

  constructor(fineness = 1) {
    this.fineness = fineness
  }

  /** `turn` is around the middle of the shape, in radians. */
  add(geometry: BufferGeometry, part: number, dye: number, at: Point, stretch?: Point, turn?: Point) {
    if (stretch) geometry.scale(...stretch)
    if (turn) geometry.rotateX(turn[0]).rotateY(turn[1]).rotateZ(turn[2])
    geometry.translate(...at)
    const first = this.positions.length / 3
    this.positions.push(...(geometry.getAttribute('position').array as Float32Array))
    this.normals.push(...(geometry.getAttribute('normal').array as Float32Array))
    const { count } = geometry.getAttribute('position')
    this.parts.push(...Array<number>(count).fill(part))
    this.dyes.push(...Array<number>(count).fill(dye))
    const index = geometry.index?.array ?? Array.from({ length: count }, (_, i) => i)
    for (const one of index) this.index.push(one + first)
  }

  geometry(): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry()
    const put = (name: string, values: number[], size: number) =>
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), size))
    put('position', this.positions, 3)
    put('normal', this.normals, 3)
    put('part', this.parts, 1)
    put('dye', this.dyes, 1)
    geometry.setIndex(this.index)
    return geometry
  }
}
