// Something that a button begins: once at a time, its refusal said in a toast.
import { ApiError, describeError } from '@witverse/api-client'
import { useRef, useState } from 'react'
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
      // What somebody left by their own choice is not complained about.
      const left = error instanceof ApiError && error.code === 'dismissed'
      if (!left) toast(describeError(error, language), 'bad')
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return { pending, run }
}
