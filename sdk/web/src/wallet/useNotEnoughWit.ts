// What every page does where somebody has too little: say so, say how much is missing, and lead to the charge page.
import { ApiError } from '@witverse/api-client'
import { useModal } from '../host/context'
import type { NotEnoughWitData } from '../host/types'

export const NOT_ENOUGH_WIT = 'not-enough-wit'

export function useNotEnoughWit() {
  const { open } = useModal()
  const show = (neededHundredths?: number) => {
    const data: NotEnoughWitData = neededHundredths === undefined ? {} : { neededHundredths }
    open(NOT_ENOUGH_WIT, data)
  }
  return {
    show,
    /** Shows it where this is what went wrong; true when it did. For `catch` and `onError`. */
    caught(error: unknown, neededHundredths?: number): boolean {
      if (!(error instanceof ApiError) || error.code !== 'insufficient_wit') return false
      show(neededHundredths)
      return true
    },
  }
}
