// `/item/{id}`: an item and its ownership history. Public.
import {
  ButtonLink,
  type CommentsSlotData,
  EmptyPage,
  Loaded,
  Page,
  PluginSlot,
  Skeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import { useItem } from '../api/items'
import { ItemView } from '../item/ItemView'
import { EmptyShelf } from '../parts/EmptyShelf'
import { ProvenancePanel } from '../provenance/ProvenancePanel'

export default function ItemPage() {
  const t = useText('items')
  const { language } = useLanguage()
  const { id = '' } = useParams()
  const comments: CommentsSlotData = { kind: 'item', id }
  return (
    <Loaded query={useItem(id)} title={t('item')} waiting={<ItemSkeleton />} missing={<ItemMissing />}>
      {(item) => (
        <Page title={item.name[language] || t('item')} stack>
          <ItemView item={item} />
          {!item.used && <PluginSlot at="item.trade" data={{ itemId: item.itemId }} />}
          <ProvenancePanel id={id} />
          <PluginSlot at="item.provenance" data={{ itemId: item.itemId }} />
          <PluginSlot at="comments" data={comments} />
        </Page>
      )}
    </Loaded>
  )
}

function ItemMissing() {
  const t = useText('items')
  return (
    <EmptyPage
      art={<EmptyShelf />}
      title={t('missing.title')}
      text={t('missing.text')}
      action={<ButtonLink to="/inventory">{t('missing.action')}</ButtonLink>}
    />
  )
}

function ItemSkeleton() {
  const t = useText('kit')
  return (
    <div className="wv-page is-stack" role="status" aria-label={t('loading')}>
      <div className="it-view">
        <Skeleton style={{ aspectRatio: '1', borderRadius: 'var(--radius-card)' }} />
        <div className="it-about">
          <Skeleton className="is-title" />
          <Skeleton className="is-line" />
          <Skeleton style={{ height: 160, borderRadius: 'var(--radius-card)' }} />
        </div>
      </div>
    </div>
  )
}
