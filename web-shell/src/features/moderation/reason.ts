// The reason of a measure in a form.
import { atLeast, messageKeys, z } from '@witverse/sdk/forms'
import { REASON_LENGTH } from './measures'

const key = messageKeys<'shell-operators'>()

export const reasonText = z
  .string()
  .check(z.trim(), atLeast(REASON_LENGTH.least, key('decision.reasonShort')))
