// The images of a post, which open in the viewer. Loaded with the first post that has images.
import { imageUrl, useText } from '@witverse/sdk'
import { ImageViewer } from '@witverse/sdk/content'
import { FileImage } from '@witverse/sdk/files'
import { useState } from 'react'
import type { Post } from '../api/types'

/** The width of an image in the viewer, in pixels. */
const VIEWER_WIDTH = 2048

export default function PostImages({ post }: { post: Post }) {
  const t = useText('community')
  const [open, setOpen] = useState<number | null>(null)
  const { images, author } = post
  const alt = t('post.image', { name: author.nickname })
  const sizes = images.length === 1 ? '(width < 768px) 100vw, 640px' : '(width < 768px) 50vw, 320px'
  return (
    <>
      <ul className="cm-images" data-count={images.length}>
        {images.map(({ fileId, url, width, height }, index) => (
          <li key={fileId}>
            <button
              type="button"
              aria-label={t('post.openImage', { at: index + 1, count: images.length })}
              onClick={() => setOpen(index)}
            >
              <FileImage file={{ url, width, height, ready: true }} alt="" sizes={sizes} />
            </button>
          </li>
        ))}
      </ul>
      <ImageViewer
        images={images.map(({ url, width, height }) => ({
          src: imageUrl(url, VIEWER_WIDTH),
          alt,
          width,
          height,
        }))}
        index={open}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
