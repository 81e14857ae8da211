// What the editor of a post is given.
import type { ReactNode } from 'react'
import type { PostDocument } from './document'

export interface RichTextEditorProps {
  label: string
  name: string
  /** The document that the editor starts with. Later changes of it are ignored; remount with a `key` to replace it. */
  initial: PostDocument
  onValue: (document: PostDocument) => void
  onBlur?: () => void
  placeholder?: string
  /** The largest number of characters. More can be typed, and is marked as an error. */
  limit?: number
  /** Lets the person choose and upload an image; null if they chose none. Without it there is no image button. */
  onPickImage?: () => Promise<{ file: string; alt: string } | null>
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
}
