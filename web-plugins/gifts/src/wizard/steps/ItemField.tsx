// The field for the item of a gift: the preset item, or a choice among the items that can be given.
import {
  ButtonLink,
  EmptyInline,
  ErrorMessage,
  LoadMoreButton,
  Picture,
  Skeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useEffect } from 'react'
import { useGiftableItems, useItem } from '../../api/gifts'
import type { GiftItem } from '../../api/types'
import { useWizard } from '../state'

const SKELETON_COUNT = 4

export function ItemField({ error }: { error: string | undefined }) {
  const t = useText('gifts')
  const { preset, productId } = useWizard()
  return (
    <fieldset className="gf-items" aria-describedby={error ? 'gf-item-note' : undefined}>
      <legend>{t('item.label')}</legend>
      {preset.item && productId !== '' ? <PresetItem id={productId} /> : <ItemChoices invalid={!!error} />}
      {error && (
        <p id="gf-item-note" className="wv-field-note is-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The item that the wizard was opened with. */
function PresetItem({ id }: { id: string }) {
  const { language } = useLanguage()
  const item = useItem(id)
  const change = useWizard((state) => state.change)
  const { data } = item
  useEffect(() => {
    if (data) change({ productName: data.name[language], collectionImage: data.thumbnailUrl })
  }, [data, language, change])
  if (item.status === 'error') return <ErrorMessage error={item.error} onRetry={() => void item.refetch()} />
  if (!data) return <Skeleton style={{ height: 88 }} />
  return (
    <div className="gf-chosen">
      <Picture src={data.thumbnailUrl} width={72} height={72} />
      <span>
        <strong>{data.name[language]}</strong>
        <small>{data.collection.name[language]}</small>
      </span>
    </div>
  )
}

function ItemChoices({ invalid }: { invalid: boolean }) {
  const t = useText('gifts')
  const list = useGiftableItems()
  if (list.status === 'pending') {
    return (
      <div className="gf-item-grid" role="status" aria-label={t('loading')}>
        {Array.from({ length: SKELETON_COUNT }, (_, index) => (
          <Skeleton key={index} style={{ height: 150, borderRadius: 'var(--radius-box)' }} />
        ))}
      </div>
    )
  }
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  if (list.items.length === 0) {
    return (
      <EmptyInline text={t('item.none')}>
        <ButtonLink to="/inventory" variant="secondary" size="small">
          {t('item.see')}
        </ButtonLink>
      </EmptyInline>
    )
  }
  return (
    <>
      <div className="gf-item-grid">
        {list.items.map((item, index) => (
          <ItemChoice key={item.id} item={item} invalid={invalid && index === 0} />
        ))}
      </div>
      <LoadMoreButton list={list} />
    </>
  )
}

function ItemChoice({ item, invalid }: { item: GiftItem; invalid: boolean }) {
  const t = useText('gifts')
  const { index } = useLanguage()
  const { productId, change } = useWizard()
  const name = item.name[index]
  return (
    <label className="gf-item">
      <input
        type="radio"
        name="item"
        value={item.id}
        checked={item.id === productId}
        aria-invalid={invalid || undefined}
        onChange={() =>
          change({ productId: item.id, productName: name, collectionImage: item.thumbnail_url })
        }
      />
      <img src={item.thumbnail_url} alt="" loading="lazy" />
      <span>
        <strong>{name}</strong>
        <small>{t(`itemTypes.${item.type}`)}</small>
      </span>
    </label>
  )
}
