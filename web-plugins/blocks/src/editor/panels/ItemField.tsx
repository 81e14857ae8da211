// What a frame or a stand shows, in its properties.
import { Button, Picture, useLanguage, usePartText } from '@witverse/sdk'
import { useState } from 'react'
import { useEditor } from '../context'
import { ItemDialog } from '../dialogs/ItemDialog'
import type { PlacedObject } from '../document'
import { itemEditorTexts } from '../item-texts'
import { sceneItems } from '../scene-items'
import '../../styles/items.css'

export function ItemField({ object }: { object: PlacedObject }) {
  const t = usePartText(itemEditorTexts)
  const { language } = useLanguage()
  const { store } = useEditor()
  const [isChoosing, setChoosing] = useState(false)
  const item = sceneItems.get(object.item)
  return (
    <section className="bl-item-field" aria-label={t('field')}>
      {object.item === undefined ? (
        <p className="bl-muted">{t('nothing')}</p>
      ) : (
        <div className="bl-item-shown">
          {item && <Picture src={item.thumbnailUrl} width={56} height={56} />}
          <span>
            <strong>{item?.name[language] ?? t('unknown')}</strong>
            {item?.owner && <small>{t('owner', { name: item.owner.nickname })}</small>}
            {item && !item.isPlaced && <small>{t('waits')}</small>}
          </span>
        </div>
      )}
      <div className="wv-actions">
        <Button size="small" variant="secondary" onClick={() => setChoosing(true)}>
          {t(object.item === undefined ? 'choose' : 'change')}
        </Button>
        {object.item !== undefined && (
          <Button size="small" variant="quiet" onClick={() => store.showItem(object.id, null)}>
            {t('clear')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <ItemDialog
          onClose={() => setChoosing(false)}
          onChoose={(itemId) => {
            store.showItem(object.id, itemId)
            setChoosing(false)
          }}
        />
      )}
    </section>
  )
}
