// Images over the whole window: arrow keys and swipes move between them, `+`, `-`, pinch and double click zoom, Escape
// closes. The viewer is a chunk of its own, fetched when an image is first opened.
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import type { ViewerImage } from './viewer-image'

const Lightbox = lazy(() => import('./Lightbox'))

interface ImageViewerProps {
  images: readonly ViewerImage[]
  /** The image that is shown first; null if the viewer is closed. */
  index: number | null
  onClose: () => void
}

export function ImageViewer({ images, index, onClose }: ImageViewerProps) {
  if (index === null || images.length === 0) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Lightbox images={images} index={index} onClose={onClose} />
      </Suspense>
    </ErrorBoundary>
  )
}
