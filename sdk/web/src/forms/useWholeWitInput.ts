// A field for whole WIT. Decimals are stripped: at once where an amount is pasted, and when the field is left where it is
// typed. A field that removed a typed point at once would turn "1.5" into 15.
import { useState } from 'react'
import { wholeWit } from '../format/wit'

export function useWholeWitInput(wit: string, onWit: (typed: string) => void) {
  const [typed, setTyped] = useState(wit)
  const hasDecimals = typed.includes('.') && wholeWit(typed) === wit
  const value = hasDecimals ? typed : wit
  return {
    value,
    onValue(next: string) {
      const typedByKey = Math.abs(next.length - value.length) === 1
      setTyped(typedByKey ? next : '')
      onWit(next)
    },
    onBlur: () => setTyped(wit),
  }
}
