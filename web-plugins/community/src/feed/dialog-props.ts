// The properties of the dialogs of a post.
import type { Post } from '../api/types'

export interface DialogProps {
  post: Post
  onClose: () => void
}

export interface HideDialogProps {
  title: string
  /** Who still sees it, and what its author is sent. */
  text: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}
