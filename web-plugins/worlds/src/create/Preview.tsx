// A preview of the world's card.
import { hueStyle, Icon, useDebounced, useLanguage, useText } from '@witverse/sdk'
import { WorldLogo } from '../art/WorldLogo'
import { WorldPicture } from '../art/WorldPicture'
import { welcomeLine } from '../world/welcome'

interface PreviewProps {
  worldName: string
  description: { ko: string; en: string }
  hue: number
}

export function Preview({ worldName, description, hue }: PreviewProps) {
  const t = useText('worlds')
  const { language } = useLanguage()
  const drawn = useDebounced(worldName, 200)
  const shown = worldName || t('create.previewName')
  const world = { worldName: drawn, hue, worldLogoImg: null, worldThumbnailImg: null }
  return (
    <aside className="w-preview" aria-label={t('create.preview')}>
      <div className="w-world-card wv-hue" style={hueStyle(hue)}>
        <WorldPicture world={world} className="w-card-picture" />
        <span className="w-card-body">
          <span className="w-card-head">
            <WorldLogo world={world} size={44} />
            <span className="w-card-name">{shown}</span>
          </span>
          <span className="w-card-line">{welcomeLine({ worldName: shown, description }, language, t)}</span>
          <span className="w-card-counts">
            <span>
              <Icon name="people" size={16} /> 1
            </span>
            <span>
              <Icon name="block" size={16} /> 0
            </span>
          </span>
        </span>
      </div>
    </aside>
  )
}
