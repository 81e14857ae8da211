// What somebody chooses is shown at once, kept in the order that it was chosen in, and undone where it cannot be kept.
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

  // What is kept by now is what to show, unless more was chosen meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is a change of what is kept that ends a choice
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
