// The image viewer with yet-another-react-lightbox, in the kit's colours and words.
import './lightbox.css'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { usePartText } from '../text/usePartText'
import { Icon } from '../ui/Icon'
import { contentTexts } from './messages'
import type { ViewerImage } from './viewer-image'

interface LightboxProps {
  images: readonly ViewerImage[]
  index: number
  onClose: () => void
}

export default function Lightbox({ images, index, onClose }: LightboxProps) {
  const t = usePartText(contentTexts)
  const alone = images.length === 1
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={images.map(({ src, alt, width, height }) => ({
        src,
        alt,
        ...(width && height && { width, height }),
      }))}
      plugins={[Zoom]}
      className="wv-lightbox"
      carousel={{ finite: alone, preload: 1, padding: 0 }}
      controller={{ closeOnPullDown: true }}
      animation={{ fade: 160, swipe: 260 }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      labels={{
        Lightbox: t('viewer.title'),
        'Photo gallery': t('viewer.title'),
        Previous: t('viewer.previous'),
        Next: t('viewer.next'),
        Close: t('viewer.close'),
        'Zoom in': t('viewer.zoomIn'),
        'Zoom out': t('viewer.zoomOut'),
        '{index} of {total}': t('viewer.position', { index: '{index}', total: '{total}' }),
      }}
      render={{
        iconClose: () => <Icon name="close" size={22} />,
        iconPrev: () => <Icon name="left" size={24} />,
        iconNext: () => <Icon name="right" size={24} />,
        iconZoomIn: () => <Icon name="plus" size={22} />,
        iconZoomOut: () => <MinusIcon />,
        slideFooter: ({ slide }) =>
          'alt' in slide && slide.alt ? <p className="wv-lightbox-caption">{slide.alt}</p> : null,
        ...(alone && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

function MinusIcon() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 20 20"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M4 10h12" strokeLinecap="round" />
    </svg>
  )
}
