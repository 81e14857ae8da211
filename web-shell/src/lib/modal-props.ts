// The props of the shell's modals, and helpers to read their data.

export interface ModalProps {
  data: unknown
  close: () => void
}

/** Reads a text from the data of a modal. */
export function textIn(data: unknown, key: string): string {
  const value = (data as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

/** Reads the email address from the data of a modal. */
export const emailIn = (data: unknown): string => textIn(data, 'email')
