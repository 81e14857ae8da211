import { useText } from '@witverse/sdk'
import { RichText, Thumbnails } from '@witverse/sdk/content'
import { Demo } from '../Demo'
import { landscape } from '../landscape'

const SCENES = ['dawn', 'noon', 'dusk', 'night', 'midnight', 'frost'] as const

const MISSING = { blocks: [{ type: 'image', file: 'none', alt: '' }] }

export function ImagesPage() {
  const t = useText('shell-gallery')
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
      <Demo title={t('images.missing')}>
        <RichText value={MISSING} />
        <RichText value={MISSING} imageUrl={() => 'data:image/png,'} />
      </Demo>
    </>
  )
}
