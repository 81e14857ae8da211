// An event's pages under a world belong to the event's own world: a link with another one leads to the right address.
import { useParams } from '@witverse/sdk/router'

/** The path of the events of the right world, if the address names another one; otherwise null. */
export function useItsWorld(event: { worldName: string } | undefined): string | null {
  const { worldName } = useParams()
  return worldName && event && event.worldName !== worldName ? `/${event.worldName}/event` : null
}
