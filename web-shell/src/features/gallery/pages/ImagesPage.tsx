import { Button, useText } from '@witverse/sdk'
import { ImageViewer, Thumbnails } from '@witverse/sdk/content'
import { useState } from 'react'
import { Demo } from '../Demo'
import { landscape } from '../landscape'

const SCENES = ['dawn', 'noon', 'dusk', 'night', 'midnight', 'frost'] as const

export function ImagesPage() {
  const t = useText('shell-gallery')
  const [shown, setShown] = useState<number | null>(null)
  const images = SCENES.map((scene, index) => ({
    src: landscape(scene, index * 60 + 200),
    alt: t(`images.${scene}`),
  }))
  return (
    <>
      <Demo title={t('images.row')}>
        <Thumbnails label={t('images.label')} images={images} />
      </Demo>
      <Demo title={t('images.one')}>
        <Thumbnails label={t('images.one')} images={images.slice(3, 4)} />
      </Demo>
      <Demo title={t('pages.images')} layout="row">
        <Button variant="secondary" onClick={() => setShown(0)}>
          {t('common.open')}
        </Button>
        <ImageViewer images={images} index={shown} onClose={() => setShown(null)} />
      </Demo>
    </>
  )
}
