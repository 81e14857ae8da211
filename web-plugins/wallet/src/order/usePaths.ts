import { usePagePath } from '@witverse/sdk'

/** Where the pages about orders are. */
export function usePaths() {
  return {
    wallet: usePagePath('wallet'),
    charge: usePagePath('charge'),
    chargeComplete: usePagePath('charge-complete'),
    order: usePagePath('order'),
    receipt: usePagePath('receipt'),
  }
}
