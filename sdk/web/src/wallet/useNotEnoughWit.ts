// Opens the "not enough WIT" dialog, which leads to the charge page.
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
    /** Opens the dialog if the error is a lack of WIT, and returns whether it was. For `catch` and `onError`. */
    caught(error: unknown, neededHundredths?: number): boolean {
      if (!(error instanceof ApiError) || error.code !== 'insufficient_wit') return false
      show(neededHundredths)
      return true
    },
  }
}
