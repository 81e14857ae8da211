// Who makes things in a world, and where: `/{worldName}?state=crafting`.
import type { WorldSlotData } from '@witverse/sdk'

/** Who builds blocks: owners of a membership, and the administrators of the world. */
export const mayBuild = ({ isOwner, isAdmin, hasMembership }: WorldSlotData) =>
  isOwner || isAdmin || hasMembership

/** The address of the form of a kind of thing. */
export const craftingPath = (worldName: string, kind: string) => `/${worldName}?state=crafting&kind=${kind}`
