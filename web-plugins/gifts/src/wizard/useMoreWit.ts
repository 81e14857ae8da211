// The way to more WIT. The gift stays as it is, for when its sender comes back.
import { useCaller, useNotEnoughWit } from '@witverse/sdk'
import { useWizard } from './state'

export function useMoreWit(): ReturnType<typeof useNotEnoughWit> {
  const { user } = useCaller()
  const putAside = useWizard((state) => state.putAside)
  const notEnough = useNotEnoughWit()
  const aside = () => user && putAside(user.id)
  return {
    show(needed) {
      aside()
      notEnough.show(needed)
    },
    caught(error, needed) {
      const caught = notEnough.caught(error, needed)
      if (caught) aside()
      return caught
    },
  }
}
