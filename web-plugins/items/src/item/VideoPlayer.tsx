// Plays a video. A browser that cannot play it says so, and offers the file: another program may.
import { Icon, useText } from '@witverse/sdk'
import { useState } from 'react'

export function VideoPlayer({ source, name }: { source: string; name: string }) {
  const t = useText('items')
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className="wv-note" role="status">
        <Icon name="warning" size={18} /> {t('media.failed')}{' '}
        <a href={source} download>
          {t('media.download')}
        </a>
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload videos without captions
    <video
      className="it-video"
      controls
      preload="metadata"
      src={source}
      aria-label={name}
      onError={() => setFailed(true)}
      // A video whose sound alone can be played has no width.
      onLoadedMetadata={(event) => setFailed(!event.currentTarget.videoWidth)}
    />
  )
}
