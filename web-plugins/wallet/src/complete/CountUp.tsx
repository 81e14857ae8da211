// A number that counts up to the credited amount, unless motion is reduced. Screen readers get the final value.
import { formatWit } from '@witverse/sdk'
import { useEffect, useState } from 'react'

const LENGTH_MS = 900
/** Progress in thousandths. */
const COMPLETE = 1_000

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function CountUp({ hundredths }: { hundredths: number }) {
  const [progress, setProgress] = useState(() => (prefersReducedMotion() ? COMPLETE : 0))
  useEffect(() => {
    if (prefersReducedMotion()) return
    let frame = 0
    const begin = performance.now()
    const step = (now: number) => {
      const time = Math.min(1, (now - begin) / LENGTH_MS)
      setProgress(Math.round(COMPLETE * (1 - (1 - time) ** 3)))
      if (time < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])
  const shownHundredths = Math.floor((hundredths * progress) / (COMPLETE * 100)) * 100
  return (
    <>
      <span aria-hidden="true">{formatWit(progress === COMPLETE ? hundredths : shownHundredths)}</span>
      <span className="wv-visually-hidden">{formatWit(hundredths)}</span>
    </>
  )
}
