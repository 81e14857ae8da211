// How the item will look in a collection.
import { Badge, hueOf, hueStyle, Icon, Picture, useLanguage, useText } from '@witverse/sdk'
import type { Collection, ItemType } from '../api/types'
import { type Draft, fileOf } from './draft'

export function Preview({ draft, collection }: { draft: Draft; collection: Collection | undefined }) {
  const t = useText('items')
  const { language } = useLanguage()
  const image = fileOf(draft.image)
  const name = draft.name[language]
  const type = draft.type as ItemType
  return (
    <aside className="it-preview" aria-label={t('craft.preview')}>
      <div className="wv-picture-card wv-hue" style={hueStyle(hueOf(draft.collectionId || 'new'))}>
        <span className="wv-card-picture">
          {image ? (
            <Picture src={image.url} width={320} height={320} />
          ) : (
            <span className="it-preview-empty">
              <Icon name="image" size={32} />
            </span>
          )}
          {collection && <span className="wv-card-edition">#{collection.editions + 1}</span>}
        </span>
        <strong>{name || t('craft.untitled')}</strong>
        <small>{collection?.name[language] ?? t('craft.noCollection')}</small>
        <p className="wv-card-foot">
          <Badge>{t(`types.${type}`)}</Badge>
        </p>
      </div>
      <p className="wv-note">{t('craft.previewText')}</p>
    </aside>
  )
}
