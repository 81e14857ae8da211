// What a signed-in person still has to do: choose a nickname, then a world.
import type { UserInfo } from '@witverse/sdk'

export type NextStep = 'nickname' | 'select-world' | null

export function nextStep(user: UserInfo | null): NextStep {
  if (!user) return null
  if (!user.hasNickname) return 'nickname'
  return user.hasWorld ? null : 'select-world'
}
