// What the page of a frame asks the person to pay: one question at a time, and no more of them once the person has said no
// a few times.
import { useCaller, useText } from '@witverse/sdk'
import { useRef, useState } from 'react'
import type { FrameMessage, ShellMessage } from './bridge'

type Asked = Extract<FrameMessage, { type: 'pay' }>

/** How often a person says no before the page cannot ask again until it is loaded anew. */
const MAX_DECLINED = 3

/** `maxCharge`: the most WIT at a time; null if the operator allows none. */
export function usePayments(maxCharge: number | null) {
  const t = useText('extensions')
  const { status } = useCaller()
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useRef<((charge: string | null) => void) | null>(null)
  const declined = useRef(0)

  async function ask(message: Asked): Promise<ShellMessage> {
    const refuse = (status: number, code: string, text: string): ShellMessage => ({
      type: 'answer',
      id: message.id,
      ok: false,
      error: { status, code, message: text },
    })
    if (status !== 'member') return refuse(401, 'unauthenticated', t('pay.signIn'))
    if (maxCharge === null || message.amount > maxCharge) {
      return refuse(403, 'plugin_charges_not_allowed', t('pay.notAllowed'))
    }
    if (answer.current || declined.current >= MAX_DECLINED) {
      return refuse(429, 'too_many_requests', t('pay.notAgain'))
    }
    setAsked(message)
    const charge = await new Promise<string | null>((resolve) => {
      answer.current = resolve
    })
    answer.current = null
    setAsked(null)
    declined.current = charge ? 0 : declined.current + 1
    if (!charge) return refuse(403, 'payment_declined', t('pay.declined'))
    return { type: 'answer', id: message.id, ok: true, payload: { charge } }
  }

  return { asked, ask, end: (charge: string | null) => answer.current?.(charge) }
}
