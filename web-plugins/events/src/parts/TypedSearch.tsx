// A search field whose value follows a moment after the last key.
import { SearchInput, useDebounced } from '@witverse/sdk'
import { useEffect, useState } from 'react'

interface TypedSearchProps {
  label: string
  name?: string
  value: string
  onValue: (value: string) => void
}

export function TypedSearch({ label, name = 'q', value, onValue }: TypedSearchProps) {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typed text changes the filter
  useEffect(() => {
    if (settled !== value) onValue(settled)
  }, [settled])
  useEffect(() => setTyped(value), [value])
  return <SearchInput name={name} label={label} value={typed} onValue={setTyped} />
}
