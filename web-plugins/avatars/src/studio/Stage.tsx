// The large preview: a turning figure where a plugin draws one, and the portrait otherwise.

import type { Drawn } from '@witverse/people/styles'
import { PluginSlot, Segments, useText } from '@witverse/sdk'
import { useCallback, useState } from 'react'
import { Portrait } from '../portrait/Portrait'

const MOTIONS = ['idle', 'walk', 'wave', 'dance'] as const
type Motion = (typeof MOTIONS)[number]

/** The data of the slot `custom.preview`. */
export interface PreviewSlotData {
  look: Drawn
  motion: Motion
  /** The figure is on the screen, or it is gone. */
  onShown: (isShown: boolean) => void
}

export function Stage({ look }: { look: Drawn }) {
  const t = useText('avatars')
  const [isTurning, setIsTurning] = useState(false)
  const [motion, setMotion] = useState<Motion>('idle')
  const onShown = useCallback((isShown: boolean) => setIsTurning(isShown), [])
  const data: PreviewSlotData = { look, motion, onShown }
  return (
    <section className="av-stage" aria-label={t('preview.label')}>
      <div className={isTurning ? 'av-view has-figure' : 'av-view'}>
        <Portrait look={look} bare={!isTurning} alt={t('preview.portrait')} className="av-portrait" />
        <PluginSlot at="custom.preview" data={data} />
      </div>
      {isTurning && (
        <div className="av-motions">
          <Segments
            label={t('preview.motion')}
            name="motion"
            value={motion}
            onValue={(value) => setMotion(MOTIONS.find((one) => one === value) ?? 'idle')}
            options={MOTIONS.map((value) => ({ value, text: t(`preview.${value}`) }))}
          />
          <small>{t('preview.hint')}</small>
        </div>
      )}
    </section>
  )
}
