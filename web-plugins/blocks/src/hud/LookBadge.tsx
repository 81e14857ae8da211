// A small head in the colours of a person's look, beside the name.
import { lookOf } from '../room/look'
import type { Member } from '../room/presence'

export function LookBadge({ member: { user, look } }: { member: Member }) {
  const { top, hairColor, skin } = lookOf(user, look)
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" className="bl-look" aria-hidden="true">
      <path d="M0 0h24v24H0Z" fill={top} opacity=".35" />
      <path d="M4 24q1-7 8-7t8 7Z" fill={top} />
      <circle cx="12" cy="11.5" r="6" fill={skin} />
      <path d="M5.5 12C4 2 20 2 18.500 12q-1-4-6.500-4t-6.500 4Z" fill={hairColor} />
    </svg>
  )
}
