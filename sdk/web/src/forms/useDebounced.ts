// Returns a value once it has not changed for a while.
import { useEffect, useState } from 'react'

export function useDebounced<T>(value: T, delayMs = 500): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
