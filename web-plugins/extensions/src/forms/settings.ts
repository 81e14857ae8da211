// The form of a plugin's settings: their values as texts, and back.
import type { Setting } from '../api/types'

/** The texts of a form, by the keys of the settings. */
export const draftOf = (settings: readonly Setting[]): Record<string, string> =>
  Object.fromEntries(settings.map((setting) => [setting.key, String(setting.value ?? '')]))

/** Whether a number as it was typed is outside of its range. */
export function rangeError(setting: Setting, text: string): boolean {
  if (setting.kind !== 'number') return false
  const { minimum, maximum } = setting
  if (!/^-?\d{1,15}$/.test(text.trim())) return true
  const value = Number(text)
  return value < (minimum ?? value) || value > (maximum ?? value)
}

/** The settings whose values differ from those that apply, in their types. Call it only without errors. */
export function changed(
  settings: readonly Setting[],
  draft: Record<string, string>,
): Record<string, unknown> {
  const entries = settings.map((setting) => {
    const text = draft[setting.key] ?? ''
    return [setting.key, typed(setting, text), setting.value] as const
  })
  return Object.fromEntries(
    entries.filter(([, value, before]) => value !== before).map(([key, value]) => [key, value]),
  )
}

/** A value in the type of its setting. */
export function typed(setting: Setting, text: string): boolean | number | string {
  switch (setting.kind) {
    case 'switch':
      return text === 'true'
    case 'number':
      return Number(text)
    default:
      return text
  }
}
