import { Button, Confirm, useText } from '@witverse/sdk'
import { useState } from 'react'
import type { Gift } from '../api/types'
import { useAnswer } from './useAnswer'
import { nameOfOther } from './words'

export function AnswerButtons({ gift, size = 'medium' }: { gift: Gift; size?: 'medium' | 'large' }) {
  const t = useText('gifts')
  const { accept, reject } = useAnswer(gift)
  const [asking, setAsking] = useState(false)
  return (
    <div className="wv-actions gf-answers">
      <Button size={size} pending={accept.pending} onClick={() => void accept.run()}>
        {t('accept')}
      </Button>
      <Button size={size} variant="secondary" disabled={accept.pending} onClick={() => setAsking(true)}>
        {t('reject')}
      </Button>
      {asking && (
        <Confirm
          title={t('rejecting.title')}
          text={t('rejecting.text', { name: nameOfOther(gift, t) })}
          action={t('rejecting.action')}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={reject}
        />
      )}
    </div>
  )
}
