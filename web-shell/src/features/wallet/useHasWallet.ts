import { useHasPlugin } from '@witverse/sdk'

/** Whether the wallet plugin is installed. Links to its pages are shown only then. */
export const useHasWallet = (): boolean => useHasPlugin('wallet')
