// An image of a post, or a placeholder while it is being prepared or if it cannot be loaded.
import { useState } from 'react'
import { usePartText } from '../text/usePartText'
import { contentTexts } from './messages'
import { PictureMark } from './PictureMark'

export function PostImage({ url, alt }: { url: string | null; alt: string }) {
  const t = usePartText(contentTexts)
  const [failed, setFailed] = useState<string | null>(null)
  const shown = url !== null && failed !== url
  return (
    <figure className="wv-rich-image">
      {shown ? (
        <img src={url} alt={alt} loading="lazy" onError={() => setFailed(url)} />
      ) : (
        <div className="wv-rich-pending" role="img" aria-label={alt || t('image')}>
          <PictureMark />
          <p>{t(url ? 'imageFailed' : 'imagePending')}</p>
        </div>
      )}
      {alt && <figcaption>{alt}</figcaption>}
    </figure>
  )
}
