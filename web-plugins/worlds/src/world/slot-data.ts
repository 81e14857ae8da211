// What pages of other plugins get in the slots of a world's pages.
import type { WorldSlotData } from '@witverse/sdk'
import type { WorldView } from '../api/types'

export const slotData = (world: WorldView): WorldSlotData => ({
  worldId: world.worldId,
  worldName: world.worldName,
  isOwner: world.isOwner,
  isAdmin: world.isAdmin,
  isMember: world.isMember,
  hasMembership: world.hasMembership,
  isPublic: world.isPublic,
})
