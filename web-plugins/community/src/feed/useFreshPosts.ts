// New posts arrive live: the feed says so, and shows them when the reader wants to, so that nothing moves below their eyes.
import { useQueryClient } from '@tanstack/react-query'
import { useCaller, useLive } from '@witverse/sdk'
import { useState } from 'react'
import { KEYS } from '../api/feed'

export function useFreshPosts(worldName: string) {
  const queries = useQueryClient()
  const [isFresh, setFresh] = useState(false)
  const { user } = useCaller()
  useLive('community.posted', (data) => {
    const posted = data as { worldName?: string; authorId?: string }
    // The author's own post is on the page already.
    if (posted.worldName === worldName && posted.authorId !== user?.id) setFresh(true)
  })
  async function show() {
    setFresh(false)
    await queries.invalidateQueries({ queryKey: KEYS.posts })
  }
  return { isFresh, show: () => void show() }
}
