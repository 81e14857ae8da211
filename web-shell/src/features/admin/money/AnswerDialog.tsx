// A decision with a written answer. It may require a confirmation of identity.
import { useToast } from '@witverse/sdk'
import { ReasonDialog } from '@witverse/sdk/forms'
import type { ReactNode } from 'react'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'

export const ANSWER = { least: 5, most: 500 }

interface AnswerDialogProps {
  title: string
  text: ReactNode
  label: string
  hint: string
  action: string
  /** The toast after the decision. */
  done: string
  tone?: 'plain' | 'danger'
  onDecide: (answer: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

export function AnswerDialog({ done, onDecide, ...dialog }: AnswerDialogProps) {
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  return (
    <ReasonDialog
      {...dialog}
      {...ANSWER}
      onConfirm={async (answer) => {
        await sudo(() => onDecide(answer))
        toast(done, 'good')
        await refresh()
      }}
    />
  )
}
