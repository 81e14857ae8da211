// Runs an asynchronous task from a button: one run at a time, errors in a toast.
import { describeError } from '@witverse/api-client'
import { useRef, useState } from 'react'
import { isDismissed } from '../api/errors'
import { useLanguage, useToast } from '../host/context'

export function useAction<A extends unknown[]>(work: (...given: A) => Promise<unknown>) {
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
