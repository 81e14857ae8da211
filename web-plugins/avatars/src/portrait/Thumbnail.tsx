// A piece of clothing from the front, in the colours of a look. It is decoration: its name is beside it.
import { thumb } from '@witverse/people/portrait'
import type { Drawn } from '@witverse/people/styles'
import { addressOf } from './Portrait'

interface ThumbnailProps {
  slot: 'top' | 'bottom'
  look: Drawn
}

export function Thumbnail({ slot, look }: ThumbnailProps) {
  const svg =
    slot === 'top'
      ? thumb({ slot, style: look.topStyle }, look)
      : thumb({ slot, style: look.bottomStyle }, look)
  return <img src={addressOf(svg)} alt="" width={96} height={96} />
}
