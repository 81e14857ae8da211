// The decision of an administrator of the world about a request.
import { Button, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useEventActions } from '../api/events'
import { ReasonDialog } from './ReasonDialog'

export function ReviewBar({ eventId }: { eventId: string }) {
  const t = useText('events')
  const { review } = useEventActions(eventId)
  const [isRejecting, setRejecting] = useState(false)
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
        <ReasonDialog
          title={t('request.reject')}
          action={t('request.reject')}
          label={t('request.why')}
          tone="danger"
          most={300}
          text={t('request.rejectText')}
          onConfirm={(reason) => review(false, reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
