// A price far over or under the median is refused once; the person then types the amount again.
import { ApiError, describeError, useLanguage, wholeWit } from '@witverse/sdk'
import { useState } from 'react'

export function useUnusualPrice() {
  const { language } = useLanguage()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  return {
    /** Why the amount must be typed again; empty if it need not be. */
    reason,
    typed,
    type: (text: string) => setTyped(wholeWit(text)),
    /** The amount for the request, once it was asked for. */
    confirmed: reason === '' || typed === '' ? undefined : Number(typed),
    /** Whether the typed amount is the price. */
    matches: (price: number) => reason === '' || Number(typed) === price,
    /** Asks for the amount if the error says so, and returns whether it does. */
    caught(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'price_unusual') return false
      setReason(describeError(error, language))
      setTyped('')
      return true
    },
    forget: () => setReason(''),
  }
}

export type UnusualPrice = ReturnType<typeof useUnusualPrice>
