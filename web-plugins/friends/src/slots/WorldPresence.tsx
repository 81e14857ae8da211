// On the page of one's own world, where members arrive: friends who are in blocks now, wherever that is.
import type { SlotProps, WorldSlotData } from '@witverse/sdk'
import { FriendsOut } from '../parts/FriendsOut'

export default function WorldPresence({ data }: SlotProps) {
  return (data as WorldSlotData).isMember ? <FriendsOut className="fr-presence" /> : null
}
