// The items of the person of a profile page, with the comments on them. Public.
import {
  EmptyInline,
  ListView,
  Panel,
  type ProfileSlotData,
  Skeleton,
  type SlotProps,
  useText,
} from '@witverse/sdk'
import { useCommentCounts, useGallery } from '../api/items'
import { CommentsButton } from '../parts/CommentsButton'
import { ItemCard } from '../parts/ItemCard'

const SHAPES = 3

export default function Gallery({ data }: SlotProps) {
  const { userId, nickname, self, blocked } = data as ProfileSlotData
  return blocked ? null : <Items userId={userId} nickname={nickname} self={self} />
}

export function Items({ userId, nickname, self }: Pick<ProfileSlotData, 'userId' | 'nickname' | 'self'>) {
  const t = useText('items')
  const list = useGallery(userId)
  const counts = useCommentCounts(list.data?.pages.map((page) => page.items) ?? [])
  const none = t(self ? 'gallery.noneSelf' : 'gallery.none', { name: nickname })
  return (
    <div className="it-gallery">
      <Panel title={t('gallery.title', { name: nickname })}>
        <ListView
          list={list}
          className="wv-grid is-small"
          label={t('gallery.title', { name: nickname })}
          waiting={<Waiting />}
          empty={<EmptyInline text={none} />}
          keyOf={({ itemId }) => itemId}
        >
          {(item) => (
            <ItemCard item={item} action={<CommentsButton item={item} count={counts.get(item.itemId)} />} />
          )}
        </ListView>
      </Panel>
    </div>
  )
}

function Waiting() {
  const t = useText('kit')
  return (
    <div className="wv-grid is-small" role="status" aria-label={t('loading')}>
      {Array.from({ length: SHAPES }, (_, index) => (
        <Skeleton key={index} style={{ aspectRatio: '0.8', borderRadius: 'var(--radius-box)' }} />
      ))}
    </div>
  )
}
