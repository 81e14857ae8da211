// Limits a text field to a number of characters as people count them. The attribute `maxLength` counts UTF-16 units: it cuts
// emoji and decomposed Hangul short.
import { type ChangeEvent, type CompositionEvent, useRef } from 'react'
import { limitChange } from '../text/length'

type Control = HTMLInputElement | HTMLTextAreaElement

/** The event handlers of a controlled field with at most `max` characters; any number without `max`. */
export function useTextLimit(value: string, onValue: (value: string) => void, max: number | undefined) {
  // The value before a composition: an unfinished letter is not cut, because that would end the composition.
  const before = useRef<string | null>(null)
  const limit = (control: Control, from: string) => {
    if (max === undefined) return onValue(control.value)
    const limited = limitChange(from, control.value, max)
    if (limited.value !== control.value) {
      control.value = limited.value
      if (control.selectionStart !== null) control.setSelectionRange(limited.caret, limited.caret)
    }
    onValue(limited.value)
  }
  return {
    onChange: (event: ChangeEvent<Control>) => {
      const isComposing = (event.nativeEvent as Partial<InputEvent>).isComposing === true
      if (!isComposing) return limit(event.target, value)
      before.current ??= value
      onValue(event.target.value)
    },
    onCompositionEnd: (event: CompositionEvent<Control>) => {
      const from = before.current
      before.current = null
      if (from !== null) limit(event.currentTarget, from)
    },
  }
}
