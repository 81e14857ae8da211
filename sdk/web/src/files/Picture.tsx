// A decorative picture of a fixed size: of an uploaded image, the width that the screen needs is loaded. If a CDN fails, it
// is loaded from the platform itself.
import { useState } from 'react'
import { imageUrl, originUrl } from '../format/file-url'

interface PictureProps {
  src: string
  /** In the layout, in CSS pixels. */
  width: number
  height: number
  alt?: string
  className?: string
  /** Loads it before it is visible: for the largest image of a page. */
  eager?: boolean
}

export function Picture({ src, width, height, alt = '', className, eager = false }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const url = (failed === src && originUrl(src)) || src
  const [one, two] = [imageUrl(url, width), imageUrl(url, 2 * width)]
  return (
    <img
      src={one}
      srcSet={one === two ? undefined : `${one} 1x, ${two} 2x`}
      alt={alt}
      {...{ className, width, height }}
      loading={eager ? undefined : 'lazy'}
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}
