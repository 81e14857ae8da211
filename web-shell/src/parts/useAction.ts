// Something that a button begins: once at a time, its refusal said in a toast. What the person left by their own
// choice (a closed dialogue) is not complained about.
import { ApiError, describeError, useLanguage, useToast } from '@witverse/sdk'
import { useRef, useState } from 'react'

/** Left by the person's own choice. */
export const DISMISSED = 'dismissed'

export const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED

interface Action<A extends unknown[]> {
  pending: boolean
  run: (...given: A) => Promise<void>
}

export function useAction<A extends unknown[]>(work: (...given: A) => Promise<unknown>): Action<A> {
  const toast = useToast()
  const { language } = useLanguage()
  const [pending, setPending] = useState(false)
  const busy = useRef(false)

  async function run(...given: A) {
    if (busy.current) return
    busy.current = true
    setPending(true)
    try {
      await work(...given)
    } catch (error) {
      if (!isDismissed(error)) toast(describeError(error, language), 'bad')
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return { pending, run }
}
