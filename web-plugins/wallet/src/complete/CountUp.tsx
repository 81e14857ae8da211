// A figure that counts up to what was credited; at once where motion is not wanted. Screen readers hear the end only.
import { formatWit } from '@witverse/sdk'
import { useEffect, useState } from 'react'

const LENGTH_MS = 900
/** Thousandths: the figure on the way is whole, too. */
const WHOLE = 1_000

const stands = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function CountUp({ hundredths }: { hundredths: number }) {
  const [part, setPart] = useState(() => (stands() ? WHOLE : 0))
  useEffect(() => {
    if (stands()) return
    let frame = 0
    const begin = performance.now()
    const step = (now: number) => {
      const time = Math.min(1, (now - begin) / LENGTH_MS)
      setPart(Math.round(WHOLE * (1 - (1 - time) ** 3)))
      if (time < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])
  const onTheWay = Math.floor((hundredths * part) / (WHOLE * 100)) * 100
  return (
    <>
      <span aria-hidden="true">{formatWit(part === WHOLE ? hundredths : onTheWay)}</span>
      <span className="wv-visually-hidden">{formatWit(hundredths)}</span>
    </>
  )
}
