// Collects coloured primitives into one geometry. Things are drawn by code: no download, one material, one draw.
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Euler,
  IcosahedronGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three'

export interface Finish {
  /** 1: shines by itself. */
  glow?: number
  turn?: [number, number, number]
  stretch?: [number, number, number]
}

export interface Mesh {
  position: number[]
  normal: number[]
  albedo: number[]
  glow: number[]
  index: number[]
}

type Point = [x: number, y: number, z: number]

const shapes = new Map<string, BufferGeometry>()

function shape(key: string, make: () => BufferGeometry): BufferGeometry {
  const known = shapes.get(key) ?? make()
  shapes.set(key, known)
  return known
}

const point = new Vector3()
const place = new Matrix4()
const whole = new Matrix4()
const tint = new Color()

export class Sculptor {
  readonly mesh: Mesh = { position: [], normal: [], albedo: [], glow: [], index: [] }
  private readonly frame = new Matrix4()
  private random = () => 0.5

  /** The following parts belong to this thing. */
  begin(x: number, y: number, z: number, yaw: number, scale: number, random: () => number) {
    this.frame.compose(
      new Vector3(x, y, z),
      new Quaternion().setFromEuler(new Euler(0, yaw, 0)),
      new Vector3().setScalar(scale),
    )
    this.random = random
  }

  dice = (low: number, high: number) => low + this.random() * (high - low)

  box(w: number, h: number, d: number, x: number, y: number, z: number, colour: string, finish?: Finish) {
    return this.add(
      shape('box', () => new BoxGeometry(1, 1, 1)),
      [w, h, d],
      [x, y, z],
      colour,
      finish,
    )
  }

  /** Stands on `y`. */
  post(top: number, bottom: number, h: number, x: number, y: number, z: number, colour: string, sides = 8) {
    const key = `post ${(top / bottom).toFixed(2)} ${sides}`
    const make = () => new CylinderGeometry(top / bottom, 1, 1, sides)
    return this.add(shape(key, make), [bottom, h, bottom], [x, y + h / 2, z], colour)
  }

  cylinder(
    r: number,
    h: number,
    x: number,
    y: number,
    z: number,
    colour: string,
    finish?: Finish,
    sides = 10,
  ) {
    const geometry = shape(`cylinder ${sides}`, () => new CylinderGeometry(1, 1, 1, sides))
    return this.add(geometry, [r, h, r], [x, y, z], colour, finish)
  }

  cone(r: number, h: number, x: number, y: number, z: number, colour: string, sides = 7, finish?: Finish) {
    const make = () => flat(new CylinderGeometry(0.02, 1, 1, sides, 1, sides === 3))
    return this.add(shape(`cone ${sides}`, make), [r, h, r], [x, y + h / 2, z], colour, finish)
  }

  ball(r: number, x: number, y: number, z: number, colour: string, finish?: Finish, detail = 8) {
    const make = () => new SphereGeometry(1, detail, Math.ceil(detail * 0.65))
    return this.add(shape(`ball ${detail}`, make), [r, r, r], [x, y, z], colour, finish)
  }

  /** A faceted clump: crowns, bushes, rocks. */
  clump(r: number, x: number, y: number, z: number, colour: string, finish?: Finish) {
    const turn: [number, number, number] = [this.dice(0, 6), this.dice(0, 6), 0]
    const detail = r < 0.4 ? 0 : 1 // small ones are seen from afar or not at all
    const geometry = shape(`clump ${detail}`, () => flat(new IcosahedronGeometry(1, detail)))
    return this.add(geometry, [r, r, r], [x, y, z], this.shade(colour, 0.07), { turn, ...finish })
  }

  ring(
    r: number,
    tube: number,
    x: number,
    y: number,
    z: number,
    colour: string,
    finish?: Finish,
    sides = 24,
    around = 6,
  ) {
    const make = () => new TorusGeometry(1, tube / r, around, sides)
    const key = `ring ${(tube / r).toFixed(3)} ${sides} ${around}`
    return this.add(shape(key, make), [r, r, r], [x, y, z], colour, finish)
  }

  /** The upper half of a ring; its ends are on `y`. */
  arc(r: number, tube: number, x: number, y: number, z: number, colour: string, finish?: Finish, sides = 9) {
    const make = () => new TorusGeometry(1, tube / r, 5, sides, Math.PI)
    const key = `arc ${(tube / r).toFixed(3)} ${sides}`
    return this.add(shape(key, make), [r, r, r], [x, y, z], colour, finish)
  }

  /** A half ball that is open below. */
  dome(r: number, x: number, y: number, z: number, colour: string, finish?: Finish, sides = 10) {
    const make = () => new SphereGeometry(1, sides, Math.ceil(sides * 0.4), 0, Math.PI * 2, 0, Math.PI / 2)
    return this.add(shape(`dome ${sides}`, make), [r, r, r], [x, y, z], colour, finish)
  }

  /** A bar with square ends from one point to another. */
  bar(from: Point, to: Point, width: number, colour: string, finish?: Finish) {
    const way = new Vector3(...to).sub(new Vector3(...from))
    const middle = new Vector3(...from).addScaledVector(way, 0.5)
    const length = way.length()
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.normalize())
    const { x, y, z } = new Euler().setFromQuaternion(turn)
    const geometry = shape('box', () => new BoxGeometry(1, 1, 1))
    return this.add(geometry, [width, length, width], middle.toArray(), colour, {
      ...finish,
      turn: [x, y, z],
    })
  }

  /** The colour, a little lighter or darker. */
  shade(colour: string, by: number): string {
    return this.mix(colour, this.dice(-by, by))
  }

  mix(colour: string, by: number): string {
    const hsl = { h: 0, s: 0, l: 0 }
    tint.set(colour).getHSL(hsl)
    return `#${tint.setHSL(hsl.h, hsl.s, Math.min(0.97, Math.max(0.02, hsl.l + by))).getHexString()}`
  }

  private add(
    geometry: BufferGeometry,
    size: [number, number, number],
    at: [number, number, number],
    colour: string,
    { glow = 0, turn, stretch = [1, 1, 1] }: Finish = {},
  ) {
    const rotation = new Quaternion()
    if (turn) rotation.setFromEuler(new Euler(...turn))
    const scale = new Vector3(size[0] * stretch[0], size[1] * stretch[1], size[2] * stretch[2])
    place.compose(new Vector3(...at), rotation, scale)
    whole.multiplyMatrices(this.frame, place)
    const { mesh } = this
    const first = mesh.position.length / 3
    const { position, normal } = geometry.attributes
    if (!position || !normal) return this
    const normals = whole.clone().invert().transpose()
    tint.set(colour)
    for (let i = 0; i < position.count; i++) {
      point.fromBufferAttribute(position as never, i).applyMatrix4(whole)
      mesh.position.push(point.x, point.y, point.z)
      point.fromBufferAttribute(normal as never, i).transformDirection(normals)
      mesh.normal.push(point.x, point.y, point.z)
      mesh.albedo.push(Math.sqrt(tint.r), Math.sqrt(tint.g), Math.sqrt(tint.b))
      mesh.glow.push(glow)
    }
    const index = geometry.index?.array
    const count = index ? index.length : position.count
    for (let i = 0; i < count; i++) mesh.index.push(first + (index ? (index[i] ?? 0) : i))
    return this
  }
}

function flat(geometry: BufferGeometry): BufferGeometry {
  const faceted = geometry.index ? geometry.toNonIndexed() : geometry
  faceted.computeVertexNormals()
  return faceted
}
