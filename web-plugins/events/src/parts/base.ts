// The paths of events: of the platform, or inside of a world; and their times.
import { useParams } from '@witverse/sdk/router'

/** `/event`, or `/<world>/event` on a world's pages. */
export function useEventPath(): string {
  const { worldName } = useParams()
  return worldName ? `/${worldName}/event` : '/event'
}

const KOREA_MINUTES = -540

/** Whether the viewer's clock shows another time than Korea's at that instant. */
export const differsFromKorea = (instant: string): boolean =>
  new Date(instant).getTimezoneOffset() !== KOREA_MINUTES

/** `01:02.345`: a time of a race. */
export function formatTime(ms: number): string {
  const minutes = String(Math.floor(ms / 60_000)).padStart(2, '0')
  const seconds = String(Math.floor(ms / 1_000) % 60).padStart(2, '0')
  return `${minutes}:${seconds}.${String(ms % 1_000).padStart(3, '0')}`
}
