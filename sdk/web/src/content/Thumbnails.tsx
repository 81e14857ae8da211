// A row of images that open in the viewer. Up to `limit` images are shown; the last one says how many more there are.
import { useState } from 'react'
import { usePartText } from '../text/usePartText'
import { ImageViewer } from './ImageViewer'
import { contentTexts } from './messages'
import type { ViewerImage } from './viewer-image'

interface ThumbnailsProps {
  images: readonly ViewerImage[]
  /** The accessible name of the row. */
  label: string
  limit?: number
}

export function Thumbnails({ images, label, limit = 4 }: ThumbnailsProps) {
  const t = usePartText(contentTexts)
  const [open, setOpen] = useState<number | null>(null)
  const hidden = images.length - limit
  return (
    <>
      <ul className="wv-thumbs" aria-label={label} data-count={Math.min(images.length, limit)}>
        {images.slice(0, limit).map((image, index) => {
          const more = hidden > 0 && index === limit - 1 ? hidden : 0
          return (
            <li key={image.src}>
              <button
                type="button"
                onClick={() => setOpen(index)}
                aria-label={
                  more ? t('viewer.more', { count: more + 1 }) : t('viewer.open', { text: image.alt })
                }
              >
                <img src={image.thumbnail ?? image.src} alt="" loading="lazy" />
                {more > 0 && <span aria-hidden="true">+{more}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      <ImageViewer images={images} index={open} onClose={() => setOpen(null)} />
    </>
  )
}
