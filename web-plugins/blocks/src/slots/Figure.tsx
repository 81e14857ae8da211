// The turning figure in the slot `custom.preview`: what a look is like in a room. Without WebGL it shows nothing.
import { type SlotProps, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasWebGl } from '../pages/webgl'
import type { FigureStage } from '../three/figure'

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
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<FigureStage | null>(null)
  const [isLost, setIsLost] = useState(false)
  const shown = useEffectEvent((isShown: boolean) => onShown(isShown))
  useEffect(() => {
    let opened: FigureStage | undefined
    let isOver = false
    const lose = () => {
      if (isOver) return
      shown(false)
      setIsLost(true)
    }
    async function open() {
      const { FigureStage: Opened } = await import(
        /* webpackChunkName: "page-figure-stage" */ '../three/figure'
      )
      if (isOver || !canvas.current) return
      opened = new Opened(canvas.current, lose)
      setStage(opened)
      shown(true)
    }
    open().catch(lose)
    return () => {
      isOver = true
      opened?.dispose()
      shown(false)
    }
  }, [])
  const json = JSON.stringify(look)
  useEffect(() => stage?.show(json, motion), [stage, json, motion])
  return isLost ? null : <canvas ref={canvas} role="img" aria-label={t('figure.label')} />
}
