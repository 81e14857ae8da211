// A portrait as an image. It is decoration: the name of the look is beside it.
import { type PortraitOptions, portrait } from '@witverse/people/portrait'
import type { Drawn } from '@witverse/people/styles'

export const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

interface PortraitProps extends PortraitOptions {
  look: Drawn
  alt?: string
  className?: string
}

export function Portrait({ look, alt = '', className, ...options }: PortraitProps) {
  return (
    <img src={addressOf(portrait(look, options))} alt={alt} className={className} width={480} height={480} />
  )
}
