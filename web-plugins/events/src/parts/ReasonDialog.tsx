// A decision against an event, with the reason for its organiser.
import { Confirm, TextArea, useText } from '@witverse/sdk'
import { useState } from 'react'

interface ReasonDialogProps {
  /** Also the text of the button. */
  title: string
  text: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

export function ReasonDialog({ title, text, onConfirm, onClose }: ReasonDialogProps) {
  const t = useText('events')
  const [reason, setReason] = useState('')
  return (
    <Confirm
      title={title}
      text={text}
      action={title}
      tone="danger"
      disabled={reason.trim() === ''}
      onConfirm={() => onConfirm(reason)}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t('request.why')}
        value={reason}
        onValue={setReason}
        maxLength={300}
        rows={3}
      />
    </Confirm>
  )
}
