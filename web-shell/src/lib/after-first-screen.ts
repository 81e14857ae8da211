// Delays what the first screen does not need until that screen has loaded.
import { useEffect, useState } from 'react'

/** Pictures that scripts request are not part of the load event. */
const LAYOUT_MS = 500

/** Runs a task after the load event and a delay. Returns a function that cancels it. */
export function afterFirstScreen(task: () => void, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(task, delayMs)
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
  return () => {
    window.removeEventListener('load', later)
    clearTimeout(timer)
  }
}

let passed = false

/** Whether the first screen has loaded, so that optional parts of the layout can be fetched. */
export function useAfterFirstScreen(): boolean {
  const [ready, setReady] = useState(passed)
  useEffect(() => {
    if (ready) return
    return afterFirstScreen(() => {
      passed = true
      setReady(true)
    }, LAYOUT_MS)
  }, [ready])
  return ready
}
