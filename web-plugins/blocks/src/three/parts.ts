// Collects the shapes of a model into one geometry. Every vertex follows one bone and has a colour of its own.

import { BONE, type BoneName } from '@witverse/people/skeleton'
import type { BufferGeometry } from 'three'
import { geometryOf } from './people/crowd'
import { OWN_COLOUR, OWN_LIGHT } from './people/shader'

export type Point = [x: number, y: number, z: number]

export class Parts {
  private readonly positions: number[] = []
  private readonly normals: number[] = []
  private readonly paint: number[] = []
  private readonly own: number[] = []
  private readonly bones: number[] = []
  private readonly index: number[] = []

  /** `colour` is `#rgb`; with `glows` it shines by itself. `turn` is around the middle of the shape, in radians. */
  add(
    geometry: BufferGeometry,
    bone: BoneName,
    colour: string,
    at: Point,
    {
      stretch,
      turn,
      glows = false,
    }: { stretch?: Point | undefined; turn?: Point | undefined; glows?: boolean } = {},
  ) {
    if (stretch) geometry.scale(...stretch)
    if (turn) geometry.rotateX(turn[0]).rotateY(turn[1]).rotateZ(turn[2])
    geometry.translate(...at)
    const first = this.positions.length / 3
    const { count } = geometry.getAttribute('position')
    const channel = (i: number) => Number.parseInt(colour[i] ?? '0', 16) * 17
    this.positions.push(...(geometry.getAttribute('position').array as Float32Array))
    this.normals.push(...(geometry.getAttribute('normal').array as Float32Array))
    for (let i = 0; i < count; i++) {
      this.paint.push(glows ? OWN_LIGHT : OWN_COLOUR, 255, 255, 0)
      this.own.push(channel(1), channel(2), channel(3), 0)
      this.bones.push(BONE[bone], 0, 0, 0)
    }
    const index = geometry.index?.array ?? Array.from({ length: count }, (_, i) => i)
    for (const one of index) this.index.push(one + first)
  }

  geometry(): BufferGeometry {
    return geometryOf({
      position: new Float32Array(this.positions),
      normal: new Float32Array(this.normals),
      paint: new Uint8Array(this.paint),
      own: new Uint8Array(this.own),
      joints: new Uint8Array(this.bones),
      weights: Uint8Array.from(this.bones, (_, i) => (i & 3 ? 0 : 255)),
      index: new Uint16Array(this.index),
    })
  }
}
