// Formats numbers of this plugin.
import { formatCount } from '@witverse/sdk'

/** The kernel counts packages, worlds and installs up to this number. */
const COUNTED = 1_000

/** A number that may be larger than it was counted: `1,000+`. */
export const formatCapped = (count: number) =>
  count >= COUNTED ? `${formatCount(COUNTED)}+` : formatCount(count)
