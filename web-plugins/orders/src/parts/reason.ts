// The reasons and answers that people write to each other about an order.
import { atLeast, messageKeys, z } from '@witverse/sdk/forms'

const key = messageKeys<'orders'>()

/** At least two characters, as on the server. */
export const reasonText = z.string().check(z.trim(), atLeast(2, key('request.short')))
