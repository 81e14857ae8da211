import { useEffect, useState } from 'react'

const STEADY_MS = 1_000

/**
 * Whether a question can be answered with a yes. In its first moment it cannot: the page of the plugin opens it, so it could
 * appear under a finger that taps in a game.
 */
export function useSteady(): boolean {
  const [isSteady, setSteady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(true), STEADY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSteady
}
