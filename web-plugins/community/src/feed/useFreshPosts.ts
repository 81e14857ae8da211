// New posts arrive live: the feed says so, and shows them when the reader wants to, so that nothing moves below their eyes.
// The server broadcasts posts of public worlds without their author; whether the reader may see the post, only a query can
// tell. Posts of private worlds and for members are not broadcast: the interval finds them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useLive } from '@witverse/sdk'
import { useEffect, useState } from 'react'
import { KEYS } from '../api/feed'

const INTERVAL_MS = 60_000
/** Not all readers of a busy world query in the same moment. */
const SPREAD_MS = 2000

export function useFreshPosts(worldName: string) {
  const queries = useQueryClient()
  const { data: newest } = useNewestPost(worldName)
  const [seen, setSeen] = useState<{ worldName: string; at: number }>()
  const isSeen = seen?.worldName === worldName
  // What is on the page when it opens is not new, nor is what the reader wrote.
  if (newest && (!isSeen || (newest.isMine && newest.at > seen.at))) setSeen({ worldName, at: newest.at })
  useBroadcast(worldName, () => void queries.invalidateQueries({ queryKey: KEYS.newest(worldName) }))
  async function show() {
    if (newest) setSeen({ worldName, at: newest.at })
    await queries.invalidateQueries({ queryKey: KEYS.posts })
  }
  return { isFresh: isSeen && newest !== undefined && newest.at > seen.at, show: () => void show() }
}

/** When the newest post was written that the reader may see; 0 if there is none. */
function useNewestPost(worldName: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.newest(worldName),
    queryFn: async ({ signal }) => {
      const query = { worldName, limit: 1 }
      const page = await payload(api.GET('/api/v2/world/feed', { params: { query }, signal }))
      const [post] = page.items
      return { at: post ? Date.parse(post.createdAt) : 0, isMine: post?.isMine ?? false }
    },
    refetchInterval: INTERVAL_MS,
  })
}

function useBroadcast(worldName: string, onPosted: () => void) {
  const [posted, setPosted] = useState(0)
  useLive('community.posted', (data) => {
    if ((data as { worldName?: string }).worldName === worldName) setPosted((count) => count + 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a broadcast starts the delay
  useEffect(() => {
    if (posted === 0) return
    const delay = setTimeout(onPosted, Math.random() * SPREAD_MS)
    return () => clearTimeout(delay)
  }, [posted])
}
