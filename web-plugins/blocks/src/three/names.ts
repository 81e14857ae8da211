// Name tags: one canvas holds them all, one draw shows them. The nearest people have a tag.
import {
  CanvasTexture,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  Mesh,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three'
import { namesMaterial } from './shaders'

const WIDTH = 256
const HEIGHT = 40
const COLUMNS = 4
const ROWS = 25
const SIZE = COLUMNS * ROWS
const FONT = '600 24px "Pretendard Variable", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif'

export interface Tag {
  slot: number
  name: string
  isModerator: boolean
  x: number
  y: number
  z: number
}

export class Names {
  readonly mesh: Mesh
  private readonly geometry = new InstancedBufferGeometry()
  private readonly at = new InstancedBufferAttribute(new Float32Array(SIZE * 4), 4)
  private readonly canvas = document.createElement('canvas')
  private readonly texture: CanvasTexture
  /** The cell of each text. */
  private readonly cells = new Map<string, number>()

  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
    this.canvas.width = WIDTH * COLUMNS
    this.canvas.height = HEIGHT * ROWS
    this.texture = new CanvasTexture(this.canvas)
    this.texture.colorSpace = SRGBColorSpace
    this.texture.generateMipmaps = false
    this.texture.minFilter = LinearFilter
    const plane = new PlaneGeometry(1, 1)
    this.geometry.setIndex(plane.index)
    this.geometry.setAttribute('position', plane.getAttribute('position'))
    this.geometry.setAttribute('iAt', this.at)
    const uniforms = {
      uAtlas: { value: this.texture },
      uRows: { value: ROWS },
      uColumns: { value: COLUMNS },
      uAspect: { value: WIDTH / HEIGHT },
    }
    this.mesh = new Mesh(this.geometry, namesMaterial(uniforms))
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 5
    // The page's font may arrive later than the first person.
    void document.fonts?.load(FONT).then(() => this.cells.clear())
  }

  update(tags: Tag[], eye: { x: number; z: number }) {
    const away = (tag: Tag) => (tag.x - eye.x) ** 2 + (tag.z - eye.z) ** 2
    const nearest = [...tags].sort((a, b) => away(a) - away(b)).slice(0, this.limit)
    // Far ones first, so that near ones are drawn over them.
    nearest.reverse().forEach((tag, i) => {
      this.at.setXYZW(i, tag.x, tag.y, tag.z, this.cell(tag))
    })
    this.at.needsUpdate = true
    this.geometry.instanceCount = nearest.length
  }

  dispose() {
    this.texture.dispose()
  }

  private cell({ name, isModerator }: Tag): number {
    const key = `${isModerator ? '★ ' : ''}${name}`
    const known = this.cells.get(key)
    if (known !== undefined) return known
    if (this.cells.size >= SIZE) this.cells.clear()
    const cell = this.cells.size
    this.cells.set(key, cell)
    this.draw(key, cell)
    return cell
  }

  private draw(text: string, cell: number) {
    const context = this.canvas.getContext('2d')
    if (!context) return
    const [left, top] = [(cell % COLUMNS) * WIDTH, Math.floor(cell / COLUMNS) * HEIGHT]
    context.clearRect(left, top, WIDTH, HEIGHT)
    context.font = FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    const width = Math.min(WIDTH - 4, context.measureText(text).width + 26)
    context.fillStyle = 'rgba(18, 15, 38, 0.62)'
    context.beginPath()
    context.roundRect(left + (WIDTH - width) / 2, top + 3, width, HEIGHT - 6, 17)
    context.fill()
    context.fillStyle = text.startsWith('★') ? '#c8f04b' : '#f7f5ee'
    context.fillText(text, left + WIDTH / 2, top + HEIGHT / 2 + 1, WIDTH - 24)
    this.texture.needsUpdate = true
  }
}
