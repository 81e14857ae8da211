// Stopping an event of another person, for administrators of its world and of the platform.
import { Button, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useEventActions } from '../api/events'
import type { EventDetail } from '../api/types'
import { ReasonDialog } from './ReasonDialog'

export function StopEvent({ event }: { event: EventDetail }) {
  const t = useText('events')
  const toast = useToast()
  const { stop } = useEventActions(event.eventId)
  const [isAsking, setAsking] = useState(false)
  // A request is declined instead.
  if (!event.canStop || event.isOwn || event.phase === 'requested') return null
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('stop.action')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('stop.action')}
          action={t('stop.action')}
          label={t('request.why')}
          tone="danger"
          most={300}
          text={t(event.type === 'challenge' ? 'stop.ofChallenge' : 'stop.text')}
          onConfirm={async (reason) => {
            await stop(reason)
            toast(t('stop.done'), 'good')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
