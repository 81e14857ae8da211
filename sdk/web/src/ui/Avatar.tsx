// A person's picture, or the first letter of their name on a hue derived from the name.
import { hueStyle } from '../format/hue'
import { hueOf } from '../format/seed'

interface AvatarProps {
  name: string
  image?: string | null | undefined
  size?: number
}

export function Avatar({ name, image, size = 32 }: AvatarProps) {
  if (image) return <img className="wv-avatar" src={image} alt="" width={size} height={size} />
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
