// One person on a turntable, for the preview of an avatar: the same body, hair and gear as in a room.
import { MOTIONS, type Motion } from '../room/codes'
import { type Drawn, People } from './people/people'
import { Turntable } from './turntable'
import type { VrmPeople } from './vrm/people'

export class FigureStage extends Turntable {
  private readonly people = new People(1, [])
  private look: string | null = null
  private vrms: VrmPeople | null = null
  private motion: Motion = 'idle'

  constructor(canvas: HTMLCanvasElement, onLost: () => void) {
    super(canvas, onLost)
    this.space.add(this.people.group)
    this.begin()
  }

  /** `look` as in the presence of a room; an unknown motion is standing. */
  show(look: string, motion: string) {
    this.look = look
    this.motion = MOTIONS.find((one) => one === motion) ?? 'idle'
    if (look.includes('"vrm"') && !this.vrms) void this.loadVrms()
  }

  override dispose() {
    super.dispose()
    this.people.dispose()
    this.vrms?.dispose()
  }

  protected override update(seconds: number) {
    const person = { slot: 1, user: 'preview', look: this.look, motion: this.motion }
    const pace = this.isStill && this.motion === 'idle' ? 0 : seconds
    const drawn: Drawn[] = [{ ...person, x: 0, y: 0, z: 0, yaw: this.yaw }]
    this.vrms?.update(drawn, pace, { x: 0, z: 5 }, 0)
    this.people.update(drawn, pace, this.lens)
  }

  protected override frameFor(aspect: number) {
    // The whole figure with a crown, in a wide and in a narrow view.
    const distance = 4.4 * Math.max(1, 0.62 / aspect)
    this.lens.position.set(0, 1.02, distance)
    this.lens.lookAt(0, 0.86, 0)
  }

  private async loadVrms() {
    const code = await import(/* webpackChunkName: "page-vrm" */ './vrm/people').catch(() => null)
    if (!code || this.vrms || this.stop.signal.aborted) return
    this.vrms = new code.VrmPeople()
    this.space.add(this.vrms.group)
  }
}
