// For administrators of the platform: takes a person's VRM avatar off, for example after a report.
import { Button, Confirm, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useTakeOffVrm } from '../api/avatars'

export function TakeOffButton({ userId }: { userId: string }) {
  const t = useText('avatars')
  const toast = useToast()
  const takeOff = useTakeOffVrm(userId)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {t('vrm.takeOff')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('vrm.takeOffTitle')}
          text={t('vrm.takeOffText')}
          action={t('vrm.takeOff')}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await takeOff()
            toast(t('vrm.takenOff'), 'good')
          }}
        />
      )}
    </>
  )
}
