import { useEffect, useState } from 'react'

const STEADY_MS = 1_000

/**
 * Whether a question that is shown completely can be answered with a yes: not in its first second. The page of the plugin decides when
 * it opens, and could open it under a finger that taps in a game.
 */
export function useSteady(isShown = true): boolean {
  const [isSteady, setSteady] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setSteady(true), STEADY_MS)
    return () => clearTimeout(timer)
  }, [isShown])
  return isSteady
}
