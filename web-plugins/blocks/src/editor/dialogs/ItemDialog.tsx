// Chooses one of the caller's items for a frame or a stand. Items that have another use are shown with it and cannot be
// chosen.
import {
  Button,
  ButtonLink,
  EmptyInline,
  ErrorMessage,
  LoadMoreButton,
  Modal,
  Picture,
  SearchInput,
  Skeleton,
  useHasPlugin,
  useLanguage,
  usePartText,
} from '@witverse/sdk'
import { useEffect, useState } from 'react'
import { type OwnItem, useOwnItems } from '../../api/editor'
import { useEditor } from '../context'
import { itemsOf } from '../item-commands'
import { itemEditorTexts } from '../item-texts'
import { sceneItems } from '../scene-items'
import '../../styles/items.css'

const SKELETONS = 6
/** A search loads the rest of a long inventory by itself, up to this number of items. */
const SEARCHED_MAX = 1_000

const USES = ['listing', 'gift', 'worn', 'placed'] as const
type Use = (typeof USES)[number] | 'other'

/** Why an item cannot be chosen; null if it can. An item that stands in this block already may stand elsewhere in it. */
export function obstacle(
  { itemId, lock, used }: Pick<OwnItem, 'itemId' | 'lock' | 'used'>,
  inScene: readonly string[],
  isPlacedHere: boolean,
): 'used' | 'here' | Use | null {
  if (used) return 'used'
  if (inScene.includes(itemId)) return 'here'
  if (!lock || (lock.by === 'placed' && isPlacedHere)) return null
  return USES.find((use) => use === lock.by) ?? 'other'
}

interface ItemDialogProps {
  onChoose: (itemId: string) => void
  /** Places the frame without an item; absent for one that stands already. */
  onEmpty?: () => void
  onClose: () => void
}

export function ItemDialog({ onChoose, onEmpty, onClose }: ItemDialogProps) {
  const t = usePartText(itemEditorTexts)
  const { language } = useLanguage()
  const { store } = useEditor()
  const list = useOwnItems()
  const hasMarket = useHasPlugin('market')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const { hasNextPage, isFetching, fetchNextPage } = list
  const isSearchingOn = wanted !== '' && hasNextPage && list.items.length < SEARCHED_MAX
  useEffect(() => {
    if (isSearchingOn && !isFetching) void fetchNextPage()
  }, [isSearchingOn, isFetching, fetchNextPage])
  const found = list.items.filter(({ name, collection }) =>
    [name.ko, name.en, collection.name.ko, collection.name.en].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
  const inScene = itemsOf(store.document)
  function choose(item: OwnItem) {
    const { itemId, name, thumbnailUrl, owner } = item
    const isPlaced = sceneItems.get(itemId)?.isPlaced ?? false
    sceneItems.add([{ itemId, name, thumbnailUrl, owner, isPlaced }])
    onChoose(itemId)
  }
  return (
    <Modal open onClose={onClose} size="wide" title={t('title')} description={t('text')}>
      <SearchInput
        label={t('search')}
        name="item"
        value={search}
        onValue={setSearch}
        placeholder={t('search')}
      />
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'pending' && (
        <div className="bl-items" role="status" aria-label={t('loading')}>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <Skeleton key={index} style={{ height: 168, borderRadius: 'var(--radius-box)' }} />
          ))}
        </div>
      )}
      {list.status === 'success' && found.length === 0 && !isSearchingOn && (
        <EmptyInline text={t(list.items.length === 0 ? 'none' : 'noMatch')}>
          {list.items.length === 0 && hasMarket && (
            <ButtonLink to="/market" variant="secondary" size="small">
              {t('get')}
            </ButtonLink>
          )}
        </EmptyInline>
      )}
      {found.length > 0 && (
        <ul className="bl-items" aria-label={t('list')}>
          {found.map((item) => {
            const why = obstacle(item, inScene, sceneItems.get(item.itemId)?.isPlaced ?? false)
            return (
              <li key={item.itemId}>
                <button
                  type="button"
                  className="bl-item"
                  disabled={why !== null}
                  onClick={() => choose(item)}
                >
                  <Picture src={item.thumbnailUrl} width={120} height={120} />
                  <strong>{item.name[language]}</strong>
                  <small>
                    {why === null
                      ? item.collection.name[language]
                      : why === 'used' || why === 'here'
                        ? t(why)
                        : t(`locks.${why}`)}
                  </small>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {wanted === '' && <LoadMoreButton list={list} />}
      {onEmpty && (
        <div className="wv-actions">
          <Button variant="quiet" onClick={onEmpty}>
            {t('empty')}
          </Button>
        </div>
      )}
    </Modal>
  )
}
