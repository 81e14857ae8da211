// The decision of an administrator of the world about a request.
import { Button, Confirm, TextArea, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useEventActions } from '../api/events'

export function ReviewBar({ eventId }: { eventId: string }) {
  const t = useText('events')
  const { review } = useEventActions(eventId)
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const { pending, run } = useAction(() => review(true, ''))
  return (
    <div className="wv-actions">
      <Button size="small" pending={pending} onClick={() => void run()}>
        {t('request.approve')}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setRejecting(true)}>
        {t('request.reject')}
      </Button>
      {isRejecting && (
        <Confirm
          title={t('request.reject')}
          text={t('request.rejectText')}
          action={t('request.reject')}
          tone="danger"
          disabled={reason.trim() === ''}
          onConfirm={() => review(false, reason)}
          onClose={() => setRejecting(false)}
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
      )}
    </div>
  )
}
