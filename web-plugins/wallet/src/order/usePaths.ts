import { usePagePath } from '@witverse/sdk'

/** The paths of the order pages. */
export function usePaths() {
  return {
    wallet: usePagePath('wallet'),
    charge: usePagePath('charge'),
    chargeComplete: usePagePath('charge-complete'),
    order: usePagePath('order'),
    receipt: usePagePath('receipt'),
  }
}
