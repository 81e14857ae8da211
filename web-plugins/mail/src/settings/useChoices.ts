// Saves choices in order. They are shown at once and reverted if saving fails.
import { describeError, useLanguage, useToast } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { useMailActions } from '../api/mail'
import type { Preferences } from '../api/types'

export function useChoices(kept: Preferences) {
  const { keep } = useMailActions()
  const { language } = useLanguage()
  const toast = useToast()
  const [chosen, setChosen] = useState<Preferences>()
  const waiting = useRef(0)
  const sending = useRef(Promise.resolve())

  // Shows the saved preferences again once no choice is pending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the saved preferences change
  useEffect(() => {
    if (waiting.current === 0) setChosen(undefined)
  }, [kept])

  async function send(next: Preferences) {
    try {
      await keep(next)
    } catch (error) {
      toast(describeError(error, language), 'bad')
      if (waiting.current === 1) setChosen(undefined)
    }
    waiting.current -= 1
  }

  function choose(next: Preferences) {
    setChosen(next)
    waiting.current += 1
    sending.current = sending.current.then(() => send(next))
  }

  return { shown: chosen ?? kept, choose }
}
