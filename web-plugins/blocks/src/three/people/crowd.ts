// Many people in one draw: the geometries of all pieces in one buffer, and an instance for each piece that a person wears.
import type { Piece } from '@witverse/people/codec'
import { BatchedMesh, BufferAttribute, BufferGeometry, type Material } from 'three'
import { PIECES_MAX } from './shader'

/** A geometry as the shader of people reads it. */
export function pieceGeometry(piece: Piece): BufferGeometry {
  const { position, normal, dye, shade, strand, joints, weights, index } = piece
  const paint = Uint8Array.from({ length: dye.length * 4 }, (_, i) => {
    const vertex = i >> 2
    const value = [
      dye[vertex],
      255 * (shade[vertex * 2] ?? 0),
      255 * (shade[vertex * 2 + 1] ?? 0),
      255 * (strand[vertex * 2 + 1] ?? 0),
    ][i & 3]
    return Math.round(value ?? 0)
  })
  const own = Uint8Array.from({ length: dye.length * 4 }, (_, i) =>
    i & 3 ? 0 : Math.round((strand[(i >> 2) * 2] ?? 0) * 4),
  )
  return geometryOf({ position, normal, paint, own, joints, weights, index })
}

export interface Vertices {
  position: Float32Array
  normal: Float32Array
  /** Dye, open to the sky, tone, along the strand: 0 to 255. */
  paint: Uint8Array
  /** Quarters across the strand, or red, green, blue. */
  own: Uint8Array
  joints: Uint8Array
  weights: Uint8Array
  index: Uint16Array
}

export function geometryOf({ position, normal, paint, own, joints, weights, index }: Vertices) {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(position, 3))
  const packed = Int8Array.from(normal, (value) => Math.round(value * 127))
  geometry.setAttribute('normal', new BufferAttribute(packed, 3, true))
  geometry.setAttribute('paint', new BufferAttribute(paint, 4))
  geometry.setAttribute('own', new BufferAttribute(own, 4))
  geometry.setAttribute('joints', new BufferAttribute(joints, 4))
  geometry.setAttribute('weights', new BufferAttribute(weights, 4, true))
  geometry.setIndex(new BufferAttribute(index, 1))
  return geometry
}

const GROW = 1.5

export class Crowd {
  readonly mesh: BatchedMesh
  private readonly ids = new Map<string, number>()
  private vertices: number
  private indices: number
  private used = { vertices: 0, indices: 0 }
  /** Of each instance: the geometry that it shows, or -1. */
  private readonly shown: Int32Array

  constructor(people: number, material: Material, vertices: number) {
    this.vertices = vertices
    this.indices = vertices * 5
    this.mesh = new BatchedMesh(people * PIECES_MAX, this.vertices, this.indices, material)
    // People are culled one by one, and what is opaque needs no order.
    this.mesh.frustumCulled = this.mesh.perObjectFrustumCulled = this.mesh.sortObjects = false
    this.shown = new Int32Array(people * PIECES_MAX).fill(-1)
  }

  /** How many geometries are shown. */
  count = (): number => this.shown.reduce((sum, id) => sum + (id >= 0 ? 1 : 0), 0)

  has = (name: string): boolean => this.ids.has(name)

  add(name: string, geometry: BufferGeometry) {
    if (this.ids.has(name)) return
    const vertices = geometry.getAttribute('position').count
    const indices = geometry.index?.count ?? 0
    const fits = (size: number, room: number) => (size > room ? Math.ceil(size * GROW) : room)
    const [v, i] = [
      fits(this.used.vertices + vertices, this.vertices),
      fits(this.used.indices + indices, this.indices),
    ]
    if (v > this.vertices || i > this.indices) {
      this.vertices = v
      this.indices = i
      this.mesh.setGeometrySize(v, i)
    }
    this.used = { vertices: this.used.vertices + vertices, indices: this.used.indices + indices }
    const id = this.mesh.addGeometry(geometry)
    // The first geometry lets instances exist: one for each place of each person.
    if (this.ids.size === 0) {
      for (let instance = 0; instance < this.shown.length; instance++) {
        this.mesh.addInstance(id)
        this.mesh.setVisibleAt(instance, false)
      }
    }
    this.ids.set(name, id)
    geometry.dispose()
  }

  /** Shows a geometry in a place of a person, or nothing. */
  show(person: number, place: number, name: string | null) {
    const instance = person * PIECES_MAX + place
    const id = name === null ? -1 : (this.ids.get(name) ?? -1)
    const before = this.shown[instance]
    if (before === id || this.ids.size === 0) return
    this.shown[instance] = id
    if (id >= 0) this.mesh.setGeometryIdAt(instance, id)
    if (id < 0 !== (before ?? -1) < 0) this.mesh.setVisibleAt(instance, id >= 0)
  }

  dispose() {
    this.mesh.dispose()
  }
}
