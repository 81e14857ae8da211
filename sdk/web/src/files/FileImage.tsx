// An uploaded image in the width that its place needs. If a CDN fails, it is loaded from the platform itself.
import { useState } from 'react'
import { FILE_WIDTHS, imageUrl, originUrl } from '../format/file-url'
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { Icon } from '../ui/Icon'
import { fileTexts } from './messages'

/** A file in a response of a plugin (`FileView` of the Rust SDK). */
export interface FileView {
  fileId: string
  /** The address without the variant. */
  url: string
  width: number | null
  height: number | null
  ready: boolean
}

interface FileImageProps {
  /** Null if the file was deleted. */
  file: Pick<FileView, 'url' | 'width' | 'height' | 'ready'> | null
  alt: string
  /** The width in the layout, as in the attribute of `img`: `(width < 640px) 100vw, 384px`. */
  sizes: string
  className?: string
  /** Loads it before it is visible: for the largest image of a page. */
  eager?: boolean
}

/** The width of the fallback for browsers that do not choose by themselves. */
const DEFAULT_WIDTH = 768

export function FileImage({ file, alt, sizes, className, eager = false }: FileImageProps) {
  const t = usePartText(fileTexts)
  const [failures, setFailures] = useState({ url: '', count: 0 })
  const failed = file && failures.url === file.url ? failures.count : 0
  const base = !file ? null : failed === 0 ? file.url : originUrl(file.url)
  if (!file?.ready || !base || failed > 1) {
    const isPending = file !== null && !file.ready
    const text = t(isPending ? 'pending' : 'missing')
    return (
      <span className={classes('wv-file-image is-missing', className)} role="img" aria-label={alt || text}>
        <Icon name={isPending ? 'clock' : 'image'} size={20} />
      </span>
    )
  }
  return (
    <img
      className={classes('wv-file-image', className)}
      src={imageUrl(base, DEFAULT_WIDTH)}
      srcSet={sourcesOf(base, file.width)}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(file.width && file.height && { width: file.width, height: file.height })}
      onError={() => setFailures({ url: file.url, count: failed + 1 })}
    />
  )
}

/** The widths that the image has; the kernel serves its full width for the next larger one. */
function sourcesOf(url: string, width: number | null): string {
  const full = width ?? FILE_WIDTHS[FILE_WIDTHS.length - 1] ?? DEFAULT_WIDTH
  const smaller = FILE_WIDTHS.filter((one) => one < full)
  const sources = smaller.map((one) => `${url}/${one}.webp ${one}w`)
  return [...sources, `${imageUrl(url, full)} ${full}w`].join(', ')
}
