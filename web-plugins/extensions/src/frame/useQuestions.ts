// What the page of a frame asks the person in a dialog of the shell: one question at a time, and no more of them once the person
// has said no a few times.
import { useCaller, useText } from '@witverse/sdk'
import { useRef, useState } from 'react'
import type { FrameMessage, ShellMessage } from './bridge'

type Question = Extract<FrameMessage, { type: 'pay' | 'escrow' }>

interface Asked {
  question: Question
  /** From 1. The id of a question is chosen by the page, and can be that of the question before. */
  number: number
  /** Ends the question: with what the page gets, or null if the person has said no. A second end does nothing. */
  end: (result: object | null) => void
}

/** How often a person says no before the page cannot ask again until it is loaded anew. */
const MAX_DECLINED = 3

/** `maxCharge`: the most WIT at a time; null if the operator allows none. */
export function useQuestions(maxCharge: number | null) {
  const t = useText('extensions')
  const { status } = useCaller()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOpen = useRef(false)
  const number = useRef(0)
  const declined = useRef(0)

  async function ask(question: Question): Promise<ShellMessage> {
    const of = question.type
    const refuse = (status: number, code: string, message: string): ShellMessage => ({
      type: 'answer',
      id: question.id,
      ok: false,
      error: { status, code, message },
    })
    if (status !== 'member') return refuse(401, 'unauthenticated', t(`${of}.signIn`))
    if (question.type === 'pay' && (maxCharge === null || question.amount > maxCharge)) {
      return refuse(403, 'plugin_charges_not_allowed', t('pay.notAllowed'))
    }
    if (isOpen.current || declined.current >= MAX_DECLINED) {
      return refuse(429, 'too_many_requests', t(`${of}.notAgain`))
    }
    isOpen.current = true
    number.current += 1
    const result = await new Promise<object | null>((resolve) => {
      setAsked({ question, number: number.current, end: resolve })
    })
    isOpen.current = false
    setAsked(null)
    declined.current = result ? 0 : declined.current + 1
    const code = of === 'pay' ? 'payment_declined' : 'escrow_declined'
    if (!result) return refuse(403, code, t(`${of}.declined`))
    return { type: 'answer', id: question.id, ok: true, payload: result }
  }

  return { asked, ask }
}
