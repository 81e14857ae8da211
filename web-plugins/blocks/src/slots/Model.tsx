// The slot `item.model`: a 3D model on a turntable. Without WebGL it shows nothing.
import { Icon, IconButton, type ModelSlotData, Skeleton, type SlotProps, useText } from '@witverse/sdk'
import { useState } from 'react'
import { hasWebGl } from '../pages/webgl'
import type { ModelStage } from '../three/model'
import { useStage } from './useStage'

/** How far a press of a button turns, in radians. */
const STEP = Math.PI / 4

/** Asks once, so that a device without WebGL downloads nothing. */
export default function Model({ data }: SlotProps) {
  const [isPossible] = useState(hasWebGl)
  const { url, name } = data as ModelSlotData
  return isPossible ? <Canvas key={url} url={url} name={name} /> : null
}

function Canvas({ url, name }: ModelSlotData) {
  const t = useText('blocks')
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const { canvas, stage, isLost } = useStage<ModelStage>(async () => {
    const { ModelStage } = await import(/* webpackChunkName: "page-model-stage" */ '../three/model')
    return (canvas) => new ModelStage(canvas, url, setState)
  })
  if (isLost || state === 'failed') return <p className="bl-model-note">{t('model.failed')}</p>
  return (
    <div className="bl-model">
      <canvas ref={canvas} role="img" aria-label={t('model.label', { name })} />
      {state === 'loading' && <Skeleton className="bl-model-wait" />}
      {state === 'shown' && (
        <div className="bl-model-turn">
          <IconButton label={t('model.left')} onClick={() => stage?.turn(-STEP)}>
            <Icon name="left" />
          </IconButton>
          <small>{t('model.hint')}</small>
          <IconButton label={t('model.right')} onClick={() => stage?.turn(STEP)}>
            <Icon name="right" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
