// A decision against an event, with the reason for its organiser. Its form is loaded when it is opened.
import { lazyDialog } from '@witverse/sdk'

export const ReasonDialog = lazyDialog(async () => ({
  default: (await import('@witverse/sdk/forms')).ReasonDialog,
}))
