// Offers to buy WIT, and saves the draft of the gift first, so that the sender can resume it after the payment.
import { useCaller, useNotEnoughWit } from '@witverse/sdk'
import { useWizard } from './state'

export function useMoreWit(): ReturnType<typeof useNotEnoughWit> {
  const { user } = useCaller()
  const saveDraft = useWizard((state) => state.saveDraft)
  const notEnough = useNotEnoughWit()
  const saveGift = () => user && saveDraft(user.id)
  return {
    show(needed) {
      saveGift()
      notEnough.show(needed)
    },
    caught(error, needed) {
      const caught = notEnough.caught(error, needed)
      if (caught) saveGift()
      return caught
    },
  }
}
