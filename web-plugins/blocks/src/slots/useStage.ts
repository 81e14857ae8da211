// Opens what draws on a canvas, once the code for it has been loaded, and closes it with the component.
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface Stage {
  dispose(): void
}

/** `open` loads the code; it gets the canvas and what to call if drawing ends. `isLost`: nothing can be drawn. */
export function useStage<S extends Stage>(
  open: () => Promise<(canvas: HTMLCanvasElement, onLost: () => void) => S>,
) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<S | null>(null)
  const [isLost, setIsLost] = useState(false)
  const load = useEffectEvent(open)
  useEffect(() => {
    let opened: S | undefined
    let isOver = false
    const lose = () => {
      if (!isOver) setIsLost(true)
    }
    async function begin() {
      const make = await load()
      if (isOver || !canvas.current) return
      opened = make(canvas.current, lose)
      setStage(opened)
    }
    begin().catch(lose)
    return () => {
      isOver = true
      opened?.dispose()
    }
  }, [])
  return { canvas, stage, isLost }
}
