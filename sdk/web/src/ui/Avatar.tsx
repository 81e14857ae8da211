// A person's picture, which is their portrait if they have set none; if it does not load, the first letter of their name on a hue
// derived from the name, in the same place.
import { useState } from 'react'
import { imageUrl, originUrl } from '../format/file-url'
import { hueStyle } from '../format/hue'
import { hueOf } from '../format/seed'

interface AvatarProps {
  name: string
  image?: string | null | undefined
  size?: number
}

/** Device pixels for each CSS pixel of most screens. */
const DENSITY = 2

export function Avatar({ name, image, size = 32 }: AvatarProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const url = image && imageUrl(image, size * DENSITY)
  const source = [url, url && originUrl(url)].find((one) => one && !failed.includes(one))
  if (source)
    return (
      <img
        className="wv-avatar"
        src={source}
        alt=""
        width={size}
        height={size}
        onError={() => setFailed([...failed, source])}
      />
    )
  return (
    <span
      className="wv-avatar wv-hue"
      style={{ ...hueStyle(hueOf(name)), width: size, height: size }}
      aria-hidden="true"
    >
      {(name[0] ?? '?').toUpperCase()}
    </span>
  )
}
