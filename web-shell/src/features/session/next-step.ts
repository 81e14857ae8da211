// The next onboarding step: nickname, then world.
import type { UserInfo } from '@witverse/sdk'

export type NextStep = 'nickname' | 'select-world' | null

export function nextStep(user: UserInfo | null): NextStep {
  if (!user) return null
  if (!user.hasNickname) return 'nickname'
  return user.hasWorld ? null : 'select-world'
}
