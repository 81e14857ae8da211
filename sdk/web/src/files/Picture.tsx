// A decorative picture of a fixed size: of an uploaded image, the width that the screen needs is loaded.
import { imageUrl } from '../format/file-url'

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

export function Picture({ src, width, alt = '', eager, ...rest }: PictureProps) {
  const [one, two] = [imageUrl(src, width), imageUrl(src, 2 * width)]
  const srcSet = one === two ? undefined : `${two} 2x`
  return <img src={one} alt={alt} loading={eager ? undefined : 'lazy'} {...{ srcSet, width }} {...rest} />
}
