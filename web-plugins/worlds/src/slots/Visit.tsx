// The slot `world.visit`, which pages of other plugins inside of a world contain: reports the visit and shows nothing.
import type { SlotProps } from '@witverse/sdk'
import { useVisitReports } from '../api/visits'

export default function Visit({ data }: SlotProps) {
  const { worldName, blockId } = data as { worldName: string; blockId?: string }
  useVisitReports(worldName, true, blockId)
  return null
}
