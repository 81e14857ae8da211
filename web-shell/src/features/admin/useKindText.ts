// The kinds of the audit log as an administrator reads them. The activity log of the profile addresses the person ("You logged
// in"); these kinds have a text in the third person, the others are the same for both.
import { textOr, useText } from '@witverse/sdk'

export function useKindText(): (kind: string) => string {
  const t = useText('shell-operators')
  const own = useText('shell-profile')
  return (kind) => textOr(t, `audit.kinds.${kind}`, textOr(own, `kinds.${kind}`, kind))
}
