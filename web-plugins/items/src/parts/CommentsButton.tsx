// The comments on an item of a gallery, without leaving it: how many there are, and a dialog with the item and the comments.
import {
  Button,
  type CommentsSlotData,
  Modal,
  Picture,
  PluginSlot,
  useHasPlugin,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import type { Item } from '../api/types'

/** The server counts up to this number. */
const COUNTED_MAX = 100

interface CommentsButtonProps {
  item: Item
  /** Undefined until it is known. */
  count: number | undefined
}

export function CommentsButton({ item, count }: CommentsButtonProps) {
  const t = useText('items')
  const { language } = useLanguage()
  const has = useHasPlugin('community')
  const [isOpen, setOpen] = useState(false)
  if (!has) return null
  const name = item.name[language]
  const shown = count !== undefined && count >= COUNTED_MAX ? `${COUNTED_MAX - 1}+` : count
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="it-comments-button"
        aria-label={shown ? t('comments.of', { item: name, shown }) : t('comments.ofNone', { item: name })}
        onClick={() => setOpen(true)}
      >
        {shown ? t('comments.some', { shown }) : t('comments.none')}
      </Button>
      {isOpen && <CommentsDialog item={item} onClose={() => setOpen(false)} />}
    </>
  )
}

function CommentsDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useText('items')
  const { language } = useLanguage()
  const comments: CommentsSlotData = { kind: 'item', id: item.itemId }
  return (
    <Modal open onClose={onClose} title={item.name[language]} size="wide">
      <div className="it-comments">
        <div className="it-comments-item">
          <Picture src={item.thumbnailUrl} width={96} height={96} />
          <p>
            <span>{item.collection.name[language]}</span>
            <Link to={`/item/${item.itemId}`}>{t('comments.seeItem')}</Link>
          </p>
        </div>
        <PluginSlot at="comments" data={comments} />
      </div>
    </Modal>
  )
}
