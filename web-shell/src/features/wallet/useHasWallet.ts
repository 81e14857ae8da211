import { useHasPlugin } from '@witverse/sdk'

/** Whether the platform has the wallet's pages; without them nothing leads there. */
export const useHasWallet = (): boolean => useHasPlugin('wallet')
