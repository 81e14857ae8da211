// One uploaded model on a turntable, as large as the view allows. The model stands still, and the camera goes around it.
import { Vector3 } from 'three'
import type { SceneObject } from '../room/scene'
import { Models } from './models'
import { Turntable } from './turntable'

/** The view is larger than the model by this factor, so that the model never touches its edge. */
const MARGIN = 1.15
/** How far the camera looks down, in radians. */
const PITCH = 0.32

export class ModelStage extends Turntable {
  private readonly models: Models
  private readonly onState: (state: 'shown' | 'failed') => void
  private readonly url: string
  private readonly centre = new Vector3()
  private isShown = false
  private distance = 1

  /** `onState`: the model is drawn, or its file cannot be read. */
  constructor(canvas: HTMLCanvasElement, url: string, onState: (state: 'shown' | 'failed') => void) {
    super(canvas, () => onState('failed'))
    this.onState = onState
    this.url = url
    this.models = new Models()
    this.models.set([objectOf(url, 1)], [])
    this.space.add(this.models.group)
    this.begin()
  }

  override dispose() {
    super.dispose()
    this.models.dispose()
  }

  protected override update() {
    // With a distance of zero the finest level is chosen.
    this.models.update({ x: 0, y: 0, z: 0 }, 0, performance.now())
    if (!this.isShown) this.measure()
    const [across, up] = [Math.cos(PITCH) * this.distance, Math.sin(PITCH) * this.distance]
    this.lens.position.set(-Math.sin(this.yaw) * across, up, Math.cos(this.yaw) * across).add(this.centre)
    this.lens.lookAt(this.centre)
  }

  protected override frameFor(aspect: number) {
    const half = (this.lens.fov * Math.PI) / 360
    // The narrower side of the view decides.
    this.distance = MARGIN / Math.sin(Math.atan(Math.tan(half) * Math.min(1, aspect)))
  }

  /** Gives every model the same size, so that light and distance are the same for a ring and for a house. */
  private measure() {
    const bounds = this.models.bounds()
    if (bounds === null) return
    if (bounds === 'failed') {
      this.dispose()
      return this.onState('failed')
    }
    const scale = 2 / Math.max(0.001, bounds.getSize(new Vector3()).length())
    bounds.getCenter(this.centre).multiplyScalar(scale)
    this.models.set([objectOf(this.url, scale)], [])
    this.isShown = true
    this.onState('shown')
  }
}

/** The model alone in a scene. Its size is measured when it is there, so that given here is not used. */
const objectOf = (url: string, scale: number): SceneObject => ({
  ...{ id: 'model', kind: 'model', x: 0, y: 0, z: 0, yaw: 0, scale, colour: '#ffffff' },
  model: { fileId: '', url, name: '', credit: '', size: { x: 1, y: 1, z: 1 }, triangles: 1, draws: 1 },
})
