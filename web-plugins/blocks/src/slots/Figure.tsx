// The turning figure in the slot `custom.preview`: what a look is like in a room. Without WebGL it shows nothing.
import { type SlotProps, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasWebGl } from '../pages/webgl'
import { useStage } from './useStage'

interface FigureData {
  /** As in the presence of a room. */
  look: object
  motion: string
  onShown: (isShown: boolean) => void
}

/** Asks once, so that a device without WebGL downloads nothing. */
export default function Figure({ data }: SlotProps) {
  const [isPossible] = useState(hasWebGl)
  return isPossible ? <Canvas data={data} /> : null
}

function Canvas({ data }: Pick<SlotProps, 'data'>) {
  const t = useText('blocks')
  const { look, motion, onShown } = data as FigureData
  const { canvas, stage, isLost } = useStage(async () => {
    const { FigureStage } = await import(/* webpackChunkName: "page-figure-stage" */ '../three/figure')
    return (canvas, onLost) => new FigureStage(canvas, onLost)
  })
  const shown = useEffectEvent((isShown: boolean) => onShown(isShown))
  const isShown = stage !== null && !isLost
  useEffect(() => {
    if (!isShown) return
    shown(true)
    return () => shown(false)
  }, [isShown])
  const json = JSON.stringify(look)
  useEffect(() => stage?.show(json, motion), [stage, json, motion])
  return isLost ? null : <canvas ref={canvas} role="img" aria-label={t('figure.label')} />
}
