// People who appear as a VRM file. Loaded with the first one who is near. Until a file is there, and where it cannot be
// shown, its person is drawn like all others.
import type { VRM } from '@pixiv/three-vrm'
import { AmbientLight, Color, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three'
import type { Motion } from '../../room/codes'
import { blend, blinkAt, makePose, PACE, PHASE_END, poseOf } from '../people/motion'
import type { Drawn } from '../people/people'
import { SEATED_HIPS_M, standingLift } from '../people/stand'
import { light } from '../shaders'
import { choose, limitOf, vrmOf } from './choose'
import { disposeVrm, loadVrm } from './load'
import { hipsAbove, turnOf, VRM_BONES } from './pose'

const BLEND_PER_S = 6
/** Hair and clothes swing at this distance, and at most so often. */
const SPRINGS_M = 8
const SPRINGS_S = 1 / 30
/** How long a file stays in memory after its person was last shown. */
const KEEP_S = 20
/** The brightness of a light that a surface gives back in full. */
const FULL = Math.PI
const UP = new Vector3(0, 1, 0)
const LAMP = new Color(0.36, 0.29, 0.2)

interface VrmPerson {
  url: string
  vrm: VRM | 'loading' | 'failed'
  /** Where the body stands, relative to the scene of its file. */
  stand: Vector3
  motion: Motion
  before: Motion
  blend: number
  phase: number
  clock: number
  /** Until its springs move next. */
  springs: number
  /** Since it was shown last. */
  idle: number
}

export class VrmPeople {
  readonly group = new Group()
  private readonly known = new Map<string, VrmPerson>()
  private readonly stop = new AbortController()
  private readonly pose = makePose()
  private readonly other = makePose()
  private readonly sky = new HemisphereLight()
  private readonly sun = new DirectionalLight()
  private readonly lamps = new AmbientLight()
  private isLoading = false

  constructor() {
    this.group.add(this.sky, this.sun, this.lamps)
  }

  /** Draws those who are near, and marks them in `people`. `step` is that of the quality governor. */
  update(people: Drawn[], seconds: number, eye: { x: number; z: number }, step: number) {
    const candidates = people.flatMap((drawn) => {
      const url = vrmOf(drawn.look)
      const distance = Math.hypot(drawn.x - eye.x, drawn.z - eye.z)
      return url ? [{ user: drawn.user, url, distance, drawn }] : []
    })
    const shown = new Set<string>()
    for (const [user, { vrm }] of this.known) if (isLoaded(vrm) && vrm.scene.parent) shown.add(user)
    const chosen = choose(candidates, shown, limitOf(step))
    for (const person of this.known.values()) person.idle += seconds
    for (const { user, url, distance, drawn } of chosen) {
      const person = this.person(user, url, drawn.motion)
      person.idle = 0
      if (person.vrm === 'loading') this.load(person, step === 0)
      if (!isLoaded(person.vrm)) continue
      drawn.isVrm = true
      this.group.add(person.vrm.scene)
      this.move(person, person.vrm, drawn, seconds, distance)
    }
    for (const [user, person] of this.known) this.rest(user, person)
    this.setLights()
  }

  /** How many are drawn. */
  count = (): number => this.group.children.length - 3

  dispose() {
    this.stop.abort()
    for (const { vrm } of this.known.values()) if (isLoaded(vrm)) disposeVrm(vrm)
    this.known.clear()
  }

  private person(user: string, url: string, motion: Motion): VrmPerson {
    const known = this.known.get(user)
    if (known?.url === url) return known
    if (known && isLoaded(known.vrm)) disposeVrm(known.vrm)
    const phase = (user.charCodeAt(user.length - 1) % 17) * 1.9
    const person: VrmPerson = {
      ...{ url, vrm: 'loading', stand: new Vector3(), motion, before: motion },
      ...{ blend: 1, phase, clock: phase, springs: 0, idle: 0 },
    }
    this.known.set(user, person)
    return person
  }

  /** One after the other, so that the picture stays smooth. */
  private load(person: VrmPerson, isFine: boolean) {
    if (this.isLoading) return
    this.isLoading = true
    loadVrm(person.url, isFine, this.stop.signal)
      .then(
        ({ vrm, stand }) => {
          Object.assign(person, { vrm, stand })
          if (this.stop.signal.aborted || ![...this.known.values()].includes(person)) disposeVrm(vrm)
        },
        () => {
          person.vrm = 'failed'
        },
      )
      .finally(() => {
        this.isLoading = false
      })
  }

  private move(person: VrmPerson, vrm: VRM, drawn: Drawn, seconds: number, distance: number) {
    if (person.motion !== drawn.motion) {
      Object.assign(person, { before: person.motion, motion: drawn.motion, blend: 0 })
    }
    person.blend = Math.min(1, person.blend + seconds * BLEND_PER_S)
    person.phase = (person.phase + seconds * PACE[drawn.motion]) % PHASE_END
    person.clock += seconds
    const { scene, humanoid } = vrm
    const isOld = vrm.meta.metaVersion === '0'
    scene.rotation.y = drawn.yaw + (isOld ? Math.PI : 0)
    const offset = person.stand.clone().applyAxisAngle(UP, scene.rotation.y)
    scene.position.set(drawn.x, drawn.y, drawn.z).sub(offset)
    const { pose } = this
    poseOf(person.motion, person.phase, pose)
    if (person.blend < 1) {
      poseOf(person.before, person.phase, this.other)
      blend(pose, this.other, 1 - person.blend)
    }
    for (const bone of VRM_BONES) {
      humanoid.getNormalizedBoneNode(bone)?.rotation.set(...turnOf(pose, bone, isOld))
    }
    const hips = humanoid.getNormalizedBoneNode('hips')
    if (hips) {
      const rest = humanoid.normalizedRestPose.hips?.position?.[1]
      const height = rest === undefined ? SEATED_HIPS_M : rest - person.stand.y
      hips.position.y = person.stand.y + hipsAbove(height, standingLift(pose), 1 - pose.ground)
    }
    vrm.expressionManager?.setValue('blink', blinkAt(person.clock))
    vrm.expressionManager?.update()
    humanoid.update()
    vrm.nodeConstraintManager?.update()
    person.springs += seconds
    if (distance < SPRINGS_M && person.springs >= SPRINGS_S) {
      vrm.springBoneManager?.update(Math.min(person.springs, 0.1))
      person.springs = 0
    }
  }

  /** Removes what is not shown; later its memory. */
  private rest(user: string, { vrm, idle }: VrmPerson) {
    if (idle === 0) return
    if (isLoaded(vrm)) vrm.scene.removeFromParent()
    if (idle < KEEP_S || vrm === 'loading') return
    // A file that has failed is not tried again.
    if (!isLoaded(vrm)) return
    disposeVrm(vrm)
    this.known.delete(user)
  }

  /** The hour of the room. */
  private setLights() {
    const { uUp, uDown, uKey, uKeyTo, uLamps } = light
    this.sky.color.copy(uUp.value).multiplyScalar(FULL)
    this.sky.groundColor.copy(uDown.value).multiplyScalar(FULL)
    this.sun.color.copy(uKey.value).multiplyScalar(FULL)
    this.sun.position.copy(uKeyTo.value)
    this.lamps.color.copy(LAMP).multiplyScalar(uLamps.value * FULL)
  }
}

const isLoaded = (vrm: VrmPerson['vrm']): vrm is VRM => typeof vrm === 'object'
