// Columns of light over the objects that the game of a room has marked. Only their outer side is drawn, so that they do not
// blind a person who stands inside.
import { AdditiveBlending, Color, CylinderGeometry, Group, Mesh, MeshBasicMaterial } from 'three'
import type { Scene } from '../room/scene'

const HEIGHT_M = 14
const RADIUS_M = 1.1
const PERIOD_MS = 1_400

export class Beacons {
  readonly group = new Group()
  private readonly geometry = new CylinderGeometry(RADIUS_M, RADIUS_M * 1.5, HEIGHT_M, 20, 1, true)
  private marks: readonly string[] = []
  private readonly scene: Scene
  private readonly isStill: boolean

  /** `isStill`: without the pulse, for people who prefer reduced motion. */
  constructor(scene: Scene, isStill: boolean) {
    this.scene = scene
    this.isStill = isStill
  }

  update(marks: readonly string[], nowMs: number) {
    if (marks !== this.marks) this.replace(marks)
    const wave = this.isStill ? 0.5 : 0.5 + 0.5 * Math.sin((nowMs / PERIOD_MS) * 2 * Math.PI)
    for (const child of this.group.children) {
      const { material } = child as Mesh<CylinderGeometry, MeshBasicMaterial>
      material.opacity = 0.16 + 0.14 * wave
    }
  }

  private replace(marks: readonly string[]) {
    this.marks = marks
    for (const child of this.group.children)
      (child as Mesh<CylinderGeometry, MeshBasicMaterial>).material.dispose()
    this.group.clear()
    for (const { id, x, y, z, colour } of this.scene.objects) {
      if (!marks.includes(id)) continue
      const material = new MeshBasicMaterial({
        color: new Color(colour),
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
        fog: false,
      })
      const beacon = new Mesh(this.geometry, material)
      beacon.position.set(x, y + HEIGHT_M / 2, z)
      this.group.add(beacon)
    }
  }
}
