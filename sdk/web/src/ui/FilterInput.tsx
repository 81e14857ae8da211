// A field of a filter: its value follows a moment after the last key.
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../forms/useDebounced'
import { TextInput, type TextInputProps } from './TextInput'

interface FilterInputProps extends TextInputProps {
  /** What becomes of a typed text, such as its digits. */
  shape?: (typed: string) => string
}

export function FilterInput({ value, onValue, shape, ...others }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed)
  /** The last filter that this field set. When it comes back as `value`, the text is kept: letters may have been typed since. */
  const own = useRef(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typed text changes the filter
  useEffect(() => {
    if (settled === value) return
    own.current = settled
    onValue(settled)
  }, [settled])
  useEffect(() => {
    if (value !== own.current) setTyped(value)
    own.current = value
  }, [value])
  return (
    <TextInput
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...others}
      value={typed}
      onValue={(text) => setTyped(shape ? shape(text) : text)}
    />
  )
}
