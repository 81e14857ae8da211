// What people show for a moment: the mouth of who says something, and the expression of an emoji.
import type { Face } from '@witverse/people/styles'
import type { RoomView } from '../../room/presence'

/** The expressions of the emojis of a room, in the order of their ids. */
const FACES: readonly Face[] = [
  ...(['smile', 'bright', 'bright', 'surprised', 'smile', 'bright', 'bright', 'cool'] as const),
  ...(['shy', 'smile', 'bright', 'smile', 'calm', 'calm', 'wink'] as const),
]
/** An expression stays for so many ticks. */
const FACE_TICKS = 60
const SAYING_MS = 900
const SAYING_MS_PER_LETTER = 55
const SAYING_MAX_MS = 4_500

export class Moments {
  private last: number | null = null
  private readonly until = new Map<number, number>()

  /** Call for each frame. Lines that were there at the first call are not said again. */
  update({ lines }: Pick<RoomView, 'lines'>, now: number) {
    const newest = lines.at(-1)?.key ?? 0
    for (let i = lines.length - 1; i >= 0 && this.last !== null; i--) {
      const line = lines[i]
      if (!line || line.key <= this.last) break
      if (line.kind !== 'chat') continue
      const ms = Math.min(SAYING_MAX_MS, SAYING_MS + line.text.length * SAYING_MS_PER_LETTER)
      this.until.set(line.slot, now + ms)
    }
    this.last = Math.max(newest, this.last ?? newest)
  }

  isSpeaking = (slot: number, now: number): boolean => (this.until.get(slot) ?? 0) > now
}

/** The expression that an emoji gives a person at a tick. */
export function faceOf(
  { feelings }: Pick<RoomView, 'feelings'>,
  slot: number,
  tick: number,
): Face | undefined {
  for (let i = feelings.length - 1; i >= 0; i--) {
    const feeling = feelings[i]
    if (feeling?.slot !== slot || feeling.kind !== 'emoji') continue
    return tick >= feeling.tick && tick < feeling.tick + FACE_TICKS ? FACES[feeling.id] : undefined
  }
  return undefined
}
