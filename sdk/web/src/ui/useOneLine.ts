// A field of one line. A browser shows a text with line breaks, as older titles may have them, without a space in their place.
import { useEffect } from 'react'

const LINE_BREAKS = /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g

/** Puts spaces in place of the line breaks of a field's value. */
export function useOneLine(value: string, onValue: (value: string) => void) {
  const line = value.replace(LINE_BREAKS, ' ')
  useEffect(() => {
    if (line !== value) onValue(line)
  })
}
