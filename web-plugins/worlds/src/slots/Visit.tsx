// The slot `world.visit`, which pages of other plugins inside of a world contain: reports the visit and shows nothing.
import type { SlotProps } from '@witverse/sdk'
import { useVisitReports } from '../api/visits'

export default function Visit({ data }: SlotProps) {
  const { worldName } = data as { worldName: string }
  useVisitReports(worldName, true)
  return null
}
