// The pictures of items on frames and stands. Loaded only for scenes that show some. All are on one sheet and one mesh: one
// texture and one draw, whatever their number. A picture is loaded when the camera comes near; until then, and if it cannot
// be loaded, its place is plain paper.
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  ShaderMaterial,
  SRGBColorSpace,
} from 'three'
import { hasItem, type ItemObject, objectAt, sheetFor, squaresOf, type Vector } from '../room/item-pictures'
import type { Lamp } from '../room/kinds'
import type { SceneObject } from '../room/scene'
import { lampLight } from './scenery'
import { COMMON, FINISH, light } from './shaders'

const CHOOSE_MS = 500
/** As many as a scene can have. */
const PICTURES_MAX = 20
/** Pixels of one picture: 20 of them take 12 MB on good devices and 5 MB on others. */
const CELL = { fine: 384, coarse: 256 }
/** From this step of the quality governor on. */
const COARSE_STEP = 3
/** The edge of each picture is repeated, so that small versions of the sheet do not mix neighbours. */
const BLEED = 6
const PAPER = '#efe6d6'

type Picture = HTMLImageElement | 'loading' | 'failed'

export class Pictures {
  readonly group = new Group()
  private objects: ItemObject[] = []
  private cell: number = CELL.fine
  private sheet: CanvasTexture | null = null
  private mesh: Mesh<BufferGeometry, ShaderMaterial> | null = null
  private shownFor = ''
  private chosenAt = Number.NEGATIVE_INFINITY
  private isOver = false
  private readonly pictures = new Map<string, Picture>()
  private readonly changed: () => void

  /** `changed`: something else is drawn from now on. */
  constructor(changed: () => void = () => undefined) {
    this.changed = changed
  }

  /** Shows the items of a scene. */
  set(objects: readonly SceneObject[], lamps: Lamp[], step = 0) {
    this.objects = objects.filter(hasItem).slice(0, PICTURES_MAX)
    this.cell = step >= COARSE_STEP ? CELL.coarse : CELL.fine
    const key = JSON.stringify(
      this.objects.map(({ id, kind, x, y, z, yaw, scale, item }) => [
        id,
        kind,
        x,
        y,
        z,
        yaw,
        scale,
        item.itemId,
      ]),
    )
    const wanted = new Set(this.objects.map(({ item }) => item.thumbnailUrl))
    for (const url of this.pictures.keys()) if (!wanted.has(url)) this.pictures.delete(url)
    this.chosenAt = Number.NEGATIVE_INFINITY
    if (key === this.shownFor) return
    this.shownFor = key
    this.rebuild(lamps)
  }

  /** Loads the pictures within `reach` metres of the camera. */
  update(camera: { x: number; y: number; z: number }, reach: number, now: number) {
    if (this.isOver || now - this.chosenAt < CHOOSE_MS) return
    this.chosenAt = now
    for (const { x, z, item } of this.objects) {
      if (Math.hypot(x - camera.x, z - camera.z) <= reach) this.load(item.thumbnailUrl)
    }
  }

  /** The object whose picture a ray meets first. */
  at = (from: Vector, way: Vector) => objectAt(this.objects, from, way)

  /** How many pictures are drawn, and how many of these are loaded. */
  count() {
    const loaded = this.objects.filter(({ item }) => typeof this.pictures.get(item.thumbnailUrl) === 'object')
    return { shown: this.objects.length, loaded: loaded.length }
  }

  dispose() {
    this.isOver = true
    this.discard()
    this.pictures.clear()
  }

  private load(url: string) {
    if (this.pictures.has(url)) return
    this.pictures.set(url, 'loading')
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => {
      if (this.isOver || this.pictures.get(url) !== 'loading') return
      this.pictures.set(url, image)
      this.draw(url)
      this.changed()
    }
    image.onerror = () => {
      if (this.pictures.get(url) !== 'loading') return
      // A CDN may refuse what is drawn on a canvas, or be away: the platform has the same picture.
      const { origin, pathname } = new URL(image.src)
      if (origin === location.origin) this.pictures.set(url, 'failed')
      else image.src = pathname
    }
    image.src = url
  }

  private rebuild(lamps: Lamp[]) {
    this.discard()
    if (this.objects.length === 0) return
    const { columns, rows } = sheetFor(this.objects.length)
    const canvas = document.createElement('canvas')
    canvas.width = columns * this.cell
    canvas.height = rows * this.cell
    const brush = canvas.getContext('2d')
    if (!brush) return
    brush.fillStyle = PAPER
    brush.fillRect(0, 0, canvas.width, canvas.height)
    const sheet = new CanvasTexture(canvas)
    sheet.colorSpace = SRGBColorSpace
    sheet.flipY = false
    sheet.minFilter = LinearMipmapLinearFilter
    sheet.magFilter = LinearFilter
    sheet.anisotropy = 4
    this.sheet = sheet
    this.mesh = new Mesh(this.geometry(columns, rows, lamps), pictureMaterial(sheet))
    this.mesh.frustumCulled = false
    this.mesh.matrixAutoUpdate = false
    this.group.add(this.mesh)
    for (const url of this.pictures.keys()) this.draw(url)
  }

  private geometry(columns: number, rows: number, lamps: Lamp[]): BufferGeometry {
    const position: number[] = []
    const normal: number[] = []
    const uv: number[] = []
    const lit: number[] = []
    const index: number[] = []
    const [insetX, insetY] = [BLEED / (columns * this.cell), BLEED / (rows * this.cell)]
    this.objects.forEach((object, at) => {
      const [left, top] = [(at % columns) / columns + insetX, Math.floor(at / columns) / rows + insetY]
      const [right, bottom] = [left + 1 / columns - insetX * 2, top + 1 / rows - insetY * 2]
      for (const square of squaresOf(object)) {
        const { centre, half } = square
        const first = position.length / 3
        lampLight(lamps, ...centre, tint)
        for (const [x, y] of [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ] as const) {
          const along = x * half
          position.push(
            centre[0] + square.right[0] * along,
            centre[1] + y * half,
            centre[2] + square.right[2] * along,
          )
          normal.push(...square.front)
          uv.push(x < 0 ? left : right, y < 0 ? bottom : top)
          lit.push(tint.r, tint.g, tint.b)
        }
        index.push(first, first + 1, first + 2, first, first + 2, first + 3)
      }
    })
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3))
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normal), 3))
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2))
    geometry.setAttribute('lit', new BufferAttribute(new Float32Array(lit), 3))
    geometry.setIndex(index)
    return geometry
  }

  /** Draws a loaded picture in the cells of its items. Its longer sides are cut off. */
  private draw(url: string) {
    const picture = this.pictures.get(url)
    const canvas = this.sheet?.image as HTMLCanvasElement | undefined
    const brush = canvas?.getContext('2d')
    if (!this.sheet || !brush || typeof picture !== 'object') return
    const { columns } = sheetFor(this.objects.length)
    const { cell } = this
    // Without a part as the source: browsers disagree about the size of vector pictures.
    const [width, height] = [picture.naturalWidth || 1, picture.naturalHeight || 1]
    const least = Math.min(width, height)
    this.objects.forEach(({ item }, at) => {
      if (item.thumbnailUrl !== url) return
      const [x, y] = [(at % columns) * cell, Math.floor(at / columns) * cell]
      brush.fillStyle = PAPER
      brush.fillRect(x, y, cell, cell)
      for (const bleed of [0, BLEED]) {
        const size = cell - bleed * 2
        const [wide, high] = [(size * width) / least, (size * height) / least]
        brush.save()
        brush.beginPath()
        brush.rect(x + bleed, y + bleed, size, size)
        brush.clip()
        brush.drawImage(picture, x + (cell - wide) / 2, y + (cell - high) / 2, wide, high)
        brush.restore()
      }
    })
    this.sheet.needsUpdate = true
  }

  private discard() {
    if (this.mesh) {
      this.group.remove(this.mesh)
      this.mesh.geometry.dispose()
      this.mesh.material.dispose()
    }
    this.sheet?.dispose()
    this.mesh = null
    this.sheet = null
  }
}

const tint = new Color()

/** Pictures have some light of their own, as in a gallery, so that they can be seen at night. */
const pictureMaterial = (sheet: CanvasTexture) =>
  new ShaderMaterial({
    uniforms: { ...light, uSheet: { value: sheet } },
    vertexShader: `
${COMMON}
attribute vec3 lit;
varying vec3 vLight;
varying vec2 vUv;
varying float vFog;
void main() {
  vLight = vec3(0.5) + 0.6 * (daylight(normal, 1.0, 1.0) + lit * uLamps);
  vUv = uv;
  vec4 view = viewMatrix * vec4(position, 1.0);
  vFog = fogAt(view.xyz);
  gl_Position = projectionMatrix * view;
}`,
    fragmentShader: `
uniform vec3 uFog;
uniform sampler2D uSheet;
varying vec3 vLight;
varying vec2 vUv;
varying float vFog;
void main() {
  vec3 colour = texture2D(uSheet, vUv).rgb * vLight;
  ${FINISH}
}`,
  })
