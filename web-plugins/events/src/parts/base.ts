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
