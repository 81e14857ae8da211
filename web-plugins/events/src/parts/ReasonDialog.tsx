// A decision against an event, with the reason for its organiser. Its form is loaded when it is opened.
import { lazyDialog } from '@witverse/sdk'

export interface ReasonDialogProps {
  /** Also the text of the button. */
  title: string
  text: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

export const ReasonDialog = lazyDialog(() => import('./ReasonForm'))
