// The 3D picture of the editor. One mesh per object, so that a change builds only what changed; the ground with its light
// follows a moment later. It draws when something has changed, and only then.
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene as Space,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { hourInSeoul, lightAt } from '../room/daylight'
import type { Lamp } from '../room/kinds'
import { lampsOf, parseScene, type Scene, type SceneObject } from '../room/scene'
import type { Models } from '../three/models'
import type { Pictures } from '../three/pictures'
import { release } from '../three/release'
import '../three/catalogue/all'
import { buildScenery, buildSurroundings, objectGeometry } from '../three/scenery'
import { light, setLight, solidMaterial } from '../three/shaders'
import { find, type SceneDocument, toStored } from './document'
import { modelFiles } from './model-files'
import { aimOf, eyeOf, fromAbove, type Orbit, overview } from './orbit'
import { sceneItems } from './scene-items'
import { boxLines, gridLines, spawnLines } from './stage-lines'

const RELIGHT_MS = 350
const PIXEL_RATIO_MAX = 1.5
const PIXELS_MAX = 2_000_000
const PICTURE = { width: 1280, height: 720 }
const PICTURE_QUALITY = 0.86
/** Below this the preview looks along the floor. */
const PREVIEW = { pitch: 0.14, distance: 0.62 }

export interface StageOptions {
  canvas: HTMLCanvasElement
  /** Unix milliseconds, for the hour. */
  wallClock(): number
  onLost(): void
}

interface Drawn {
  mesh: Mesh
  object: SceneObject
}

export class EditorStage {
  orbit: Orbit
  private readonly renderer: WebGLRenderer
  private readonly space = new Space()
  private readonly lens = new PerspectiveCamera(50, 1, 0.1, 260)
  private readonly material = solidMaterial()
  private readonly things = new Group()
  private readonly guides = new Group()
  private readonly drawn = new Map<string, Drawn>()
  private surroundings: Object3D[] = []
  private baked: Object3D | null = null
  private document: SceneDocument | null = null
  private scene: Scene | null = null
  private selection: readonly string[] = []
  private litFor = ''
  /** A picture of the editor's view, which sees farther than visitors do. */
  private isPicture = false
  private lamps: Lamp[] = []
  private timer = 0
  private frame = 0
  private readonly stop = new AbortController()
  private readonly observer: ResizeObserver
  /** Null until a scene has a model. */
  private models: Models | null = null
  private isLoadingModels = false
  /** Null until a scene has an item. */
  private pictures: Pictures | null = null
  private isLoadingPictures = false
  private readonly options: StageOptions

  constructor(options: StageOptions, size: number) {
    this.options = options
    this.orbit = overview(size)
    const { canvas } = options
    this.renderer = new WebGLRenderer({ canvas, antialias: true })
    this.space.add(this.things, this.guides)
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault()
        options.onLost()
      },
      { signal: this.stop.signal },
    )
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(canvas)
    this.resize()
  }

  dispose() {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.timer)
    this.stop.abort()
    this.observer.disconnect()
    this.models?.dispose()
    this.pictures?.dispose()
    disposeAll(this.space)
    release(this.renderer)
  }

  /** Shows a document, and a box around what is selected. */
  show(document: SceneDocument, selection: readonly string[]) {
    const isNew = document !== this.document
    if (isNew) {
      this.document = document
      this.scene = parseScene(toStored(document), [], modelFiles.list(), sceneItems.list()).scene
      this.updateThings(this.scene)
      void this.updateModels()
      void this.updatePictures()
      const lit = JSON.stringify([document.ground, document.size, document.seed, document.objects])
      if (lit !== this.litFor) {
        this.litFor = lit
        clearTimeout(this.timer)
        // The first picture has its light at once.
        if (this.surroundings.length === 0) this.relight()
        else this.timer = window.setTimeout(() => this.relight(), RELIGHT_MS)
      }
    }
    if (isNew || selection !== this.selection) {
      this.selection = selection
      this.updateGuides(document)
    }
    this.redraw()
  }

  look(orbit: Orbit) {
    this.orbit = orbit
    this.redraw()
  }

  above = () => this.look(fromAbove(this.orbit))

  /** Shows the room as visitors see it: baked, and without guides. */
  setPreview(isPreview: boolean) {
    if (isPreview === (this.baked !== null)) return
    if (isPreview && this.scene) {
      this.baked = buildScenery(this.scene)
      this.space.add(this.baked)
      this.orbit = {
        ...this.orbit,
        pitch: PREVIEW.pitch,
        distance: Math.max(6, this.scene.size * PREVIEW.distance),
      }
    } else if (this.baked) {
      this.space.remove(this.baked)
      disposeAll(this.baked)
      this.baked = null
      this.orbit = { ...this.orbit, pitch: Math.max(0.6, this.orbit.pitch) }
    }
    for (const one of [this.things, this.guides, ...this.surroundings]) one.visible = this.baked === null
    this.redraw()
  }

  /** The thing under a point of the canvas, in pixels. */
  pick(x: number, y: number): string | null {
    const ray = this.rayAt(x, y)
    const [hit] = ray.intersectObjects(this.things.children, false)
    const id = hit?.object.name
    return id ? id.replace(/^door:/, '') : (this.spawnNear(ray) ?? null)
  }

  /** The point of the floor under a point of the canvas; null towards the sky. */
  floorAt(x: number, y: number, height = 0): { x: number; z: number } | null {
    const at = this.rayAt(x, y).ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -height), new Vector3())
    return at && at.distanceTo(this.lens.position) < 200 ? { x: at.x, z: at.z } : null
  }

  /** A picture of the current view, baked and without guides. */
  async picture(): Promise<Blob | null> {
    const wasPreview = this.baked !== null
    const { orbit } = this
    if (!wasPreview) {
      this.setPreview(true)
      this.orbit = orbit
    }
    const { width, height } = PICTURE
    this.renderer.setPixelRatio(1)
    this.renderer.setSize(width, height, false)
    this.lens.aspect = width / height
    this.lens.updateProjectionMatrix()
    this.isPicture = !wasPreview
    this.draw()
    this.isPicture = false
    // Read in the same task as it was drawn: the buffer is not kept.
    const { canvas } = this.options
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', PICTURE_QUALITY),
    )
    if (!wasPreview) {
      this.setPreview(false)
      this.orbit = orbit
    }
    this.resize()
    return blob
  }

  private updateThings(scene: Scene) {
    this.lamps = lampsOf(scene)
    const seen = new Set<string>()
    scene.objects.forEach((object, index) => {
      seen.add(object.id)
      const before = this.drawn.get(object.id)
      if (before && isSame(before.object, object)) return
      const geometry = objectGeometry(object, scene.seed * 1000 + index, this.lamps)
      if (before) {
        before.mesh.geometry.dispose()
        before.mesh.geometry = geometry
        before.object = object
        return
      }
      const mesh = new Mesh(geometry, this.material)
      mesh.name = object.id
      mesh.matrixAutoUpdate = false
      this.things.add(mesh)
      this.drawn.set(object.id, { mesh, object })
    })
    for (const [id, { mesh }] of this.drawn) {
      if (seen.has(id)) continue
      this.things.remove(mesh)
      mesh.geometry.dispose()
      this.drawn.delete(id)
    }
  }

  /** Models are drawn in place of their boxes, which stay there for the pointer. */
  private async updateModels() {
    const hasModels = this.scene?.objects.some(({ model }) => model)
    if (!this.models && hasModels && !this.isLoadingModels) {
      this.isLoadingModels = true
      const code = await import(/* webpackChunkName: "page-models" */ '../three/models').catch(() => null)
      this.isLoadingModels = false
      if (!code || this.stop.signal.aborted) return
      this.models = new code.Models(() => this.redraw())
      this.space.add(this.models.group)
    }
    this.models?.set(this.scene?.objects ?? [], this.lamps)
    this.redraw()
  }

  private async updatePictures() {
    const hasItems = this.scene?.objects.some(({ item }) => item)
    if (!this.pictures && hasItems && !this.isLoadingPictures) {
      this.isLoadingPictures = true
      const code = await import(/* webpackChunkName: "page-pictures" */ '../three/pictures').catch(() => null)
      this.isLoadingPictures = false
      if (!code || this.stop.signal.aborted) return
      this.pictures = new code.Pictures(() => this.redraw())
      this.space.add(this.pictures.group)
    }
    this.pictures?.set(this.scene?.objects ?? [], this.lamps)
    this.redraw()
  }

  private drawModels() {
    if (!this.models) return
    this.models.update(this.lens.position, 0, performance.now())
    for (const [id, { mesh }] of this.drawn) mesh.visible = !this.models.has(id)
  }

  /** The ground and the light of lamps on everything. */
  private relight() {
    const { scene } = this
    if (!scene) return
    for (const old of this.surroundings) {
      this.space.remove(old)
      disposeAll(old)
    }
    this.surroundings = buildSurroundings(scene, this.lamps)
    for (const one of this.surroundings) one.visible = this.baked === null
    this.space.add(...this.surroundings)
    scene.objects.forEach((object, index) => {
      const drawn = this.drawn.get(object.id)
      if (!drawn) return
      drawn.mesh.geometry.dispose()
      drawn.mesh.geometry = objectGeometry(object, scene.seed * 1000 + index, this.lamps)
    })
    this.redraw()
  }

  private updateGuides(document: SceneDocument) {
    disposeAll(this.guides)
    this.guides.clear()
    this.addLines(gridLines(document.size), 0xffffff, 0.13)
    for (const { position, yaw } of document.spawnPoints) {
      this.addLines(spawnLines(position, (yaw * Math.PI) / 180), 0xc8f04b, 0.9)
    }
    for (const id of this.selection) {
      const drawn = this.drawn.get(id) ?? this.drawn.get(`door:${id}`)
      if (drawn) {
        drawn.mesh.geometry.computeBoundingBox()
        const box = drawn.mesh.geometry.boundingBox
        if (box) this.addLines(boxLines(box.min, box.max), 0xc8f04b, 1)
        continue
      }
      const position = find(document, id)?.thing.position
      if (!position) continue
      const { x, y, z } = position
      this.addLines(
        boxLines({ x: x - 0.6, y, z: z - 0.6 }, { x: x + 0.6, y: y + 1.8, z: z + 0.6 }),
        0xc8f04b,
        1,
      )
    }
  }

  private addLines(points: number[], colour: number, opacity: number) {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
    const material = new LineBasicMaterial({
      color: colour,
      opacity,
      transparent: true,
      depthTest: opacity < 1,
    })
    const lines = new LineSegments(geometry, material)
    lines.frustumCulled = false
    lines.renderOrder = 5
    this.guides.add(lines)
  }

  private spawnNear({ ray }: Raycaster): string | undefined {
    const point = new Vector3()
    return this.document?.spawnPoints.find(({ position: { x, y, z } }) => {
      const squared = ray.distanceSqToPoint(point.set(x, y + 0.3, z))
      return squared < 0.36
    })?.id
  }

  private rayAt(x: number, y: number): Raycaster {
    const { clientWidth, clientHeight } = this.options.canvas
    this.aim()
    this.lens.updateMatrixWorld()
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), this.lens)
    return ray
  }

  private aim() {
    const [eye, aim] = [eyeOf(this.orbit), aimOf(this.orbit)]
    this.lens.position.set(eye.x, eye.y, eye.z)
    this.lens.lookAt(aim.x, aim.y, aim.z)
  }

  private redraw() {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.draw()
    })
  }

  private draw() {
    const { sky, ambience } = this.scene ?? { sky: { hue: 250, hour: null } }
    setLight(lightAt(sky.hour ?? hourInSeoul(this.options.wallClock()), sky.hue, ambience))
    // From far above, the fog of the room would hide the scene.
    const isFar = this.baked === null || this.isPicture
    if (isFar) light.uFogRange.value.set(60, 150, 0)
    this.aim()
    this.drawModels()
    this.pictures?.update(this.lens.position, Number.POSITIVE_INFINITY, performance.now())
    this.renderer.render(this.space, this.lens)
  }

  private resize() {
    const { clientWidth: width, clientHeight: height } = this.options.canvas
    if (width === 0 || height === 0) return
    const wanted = Math.min(window.devicePixelRatio || 1, PIXEL_RATIO_MAX)
    this.renderer.setPixelRatio(Math.min(wanted, Math.sqrt(PIXELS_MAX / (width * height))))
    this.renderer.setSize(width, height, false)
    this.lens.aspect = width / height
    this.lens.fov = this.lens.aspect < 1 ? 62 : 50
    this.lens.updateProjectionMatrix()
    this.redraw()
  }
}

const isSame = (a: SceneObject, b: SceneObject) =>
  a.kind === b.kind &&
  a.model?.fileId === b.model?.fileId &&
  a.x === b.x &&
  a.y === b.y &&
  a.z === b.z &&
  a.yaw === b.yaw &&
  a.scale === b.scale &&
  a.colour === b.colour

function disposeAll(root: Object3D) {
  root.traverse((object) => {
    const { geometry, material } = object as {
      geometry?: { dispose(): void }
      material?: { dispose(): void }
    }
    geometry?.dispose()
    material?.dispose()
  })
}
