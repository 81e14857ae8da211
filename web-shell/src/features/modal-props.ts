// What the shell hands to each of its modals, and what one modal hands to the next.

export interface ModalProps {
  data: unknown
  close: () => void
}

/** A text in what `useModal().open(id, data)` was given. */
export function textIn(data: unknown, key: string): string {
  const value = (data as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

/** The e-mail address that one modal hands to the next. */
export const emailIn = (data: unknown): string => textIn(data, 'email')
