// Leads to the charge page and saves the gift, so that the sender can resume it.
import { useCaller, useNotEnoughWit } from '@witverse/sdk'
import { useWizard } from './state'

export function useMoreWit(): ReturnType<typeof useNotEnoughWit> {
  const { user } = useCaller()
  const putAside = useWizard((state) => state.putAside)
  const notEnough = useNotEnoughWit()
  const putGiftAside = () => user && putAside(user.id)
  return {
    show(needed) {
      putGiftAside()
      notEnough.show(needed)
    },
    caught(error, needed) {
      const caught = notEnough.caught(error, needed)
      if (caught) putGiftAside()
      return caught
    },
  }
}
