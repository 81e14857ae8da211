// Runs an asynchronous task from a button: one run at a time, errors in a toast.
import { useMutation } from '@tanstack/react-query'
import { describeError } from '@witverse/api-client'
import { useRef } from 'react'
import { isDismissed } from '../api/errors'
import { useLanguage, useToast } from '../host/context'

export function useAction<A extends unknown[]>(work: (...given: A) => Promise<unknown>) {
  const toast = useToast()
  const { language } = useLanguage()
  const busy = useRef(false)
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (given: A) => work(...given),
    onError: (error) => {
      if (!isDismissed(error)) toast(describeError(error, language), 'bad')
    },
  })

  async function run(...given: A) {
    if (busy.current) return
    busy.current = true
    await mutateAsync(given).catch(() => undefined) // `onError` has shown it
    busy.current = false
  }

  return { pending: isPending, run }
}
