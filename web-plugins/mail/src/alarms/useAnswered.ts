// Whether the gift or request of a notification has been answered since. The stored text may still request an answer.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useHasPlugin } from '@witverse/sdk'
import type { Thread } from '../api/types'

const GIFT_LINK = /^\/gifts\?(?:.*&)?id=([\w-]+)/
const REQUEST_LINK = /^\/friends\?(?:.*&)?tab=requests/

export function useAnswered({ kind, link, from }: Pick<Thread, 'kind' | 'link' | 'from'>): boolean {
  const api = useApi()
  const hasGifts = useHasPlugin('gifts')
  const hasFriends = useHasPlugin('friends')
  const giftId = (kind === 'gift' && GIFT_LINK.exec(link ?? '')?.[1]) || ''
  const nickname = kind === 'friend' && REQUEST_LINK.test(link ?? '') ? (from?.nickname ?? '') : ''
  const gift = useQuery({
    queryKey: ['gifts', 'one', giftId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/gift/{airdropId}', { params: { path: { airdropId: giftId } }, signal })),
    enabled: hasGifts && giftId !== '',
  })
  const relation = useQuery({
    queryKey: ['friends', 'with', nickname],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/relationship/with/{nickname}', { params: { path: { nickname } }, signal })),
    enabled: hasFriends && nickname !== '',
  })
  if (gift.data) return gift.data.direction === 'received' && gift.data.status !== 'pending'
  return relation.data !== undefined && relation.data.state !== 'received'
}
