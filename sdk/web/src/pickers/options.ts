// The options of a combobox.
import type { ReactNode } from 'react'

export interface ComboboxOption {
  id: string
  text: string
  /** A second line. */
  note?: string
  /** Shown in front of the text, such as an avatar. */
  lead?: ReactNode
  disabled?: boolean
}

/** Options whose text or note contains the typed text, ignoring case. */
export function filterOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return options.filter(({ text, note = '' }) => `${text}\n${note}`.toLocaleLowerCase().includes(wanted))
}
