// The paths of the market: of the platform, or inside of a world.
import { useParams } from '@witverse/sdk/router'

/** `/market`, or `/<world>/market` on a world's pages. */
export function useMarketPath(): string {
  const { worldName } = useParams()
  return worldName ? `/${worldName}/market` : '/market'
}

/** `listingId` is the listing that the link shows, so that the page can say that it has ended. */
export const detailPath = (base: string, itemId: string, listingId?: string): string =>
  `${base}/detail?id=${itemId}${listingId ? `&listing=${listingId}` : ''}`
