// `/item/{id}`: an item and its ownership history. Public.
import {
  ButtonLink,
  type CommentsSlotData,
  EmptyState,
  isMissing,
  Page,
  PageError,
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
  const item = useItem(id)
  if (item.status === 'pending') return <ItemSkeleton />
  if (item.status === 'error') {
    if (isMissing(item.error)) return <ItemMissing />
    return <PageError error={item.error} onRetry={() => void item.refetch()} />
  }
  const comments: CommentsSlotData = { kind: 'item', id }
  return (
    <Page title={item.data.name[language] || t('item')} className="it-page">
      <ItemView item={item.data} />
      {!item.data.used && <PluginSlot at="item.trade" data={{ itemId: item.data.itemId }} />}
      <ProvenancePanel id={id} />
      <PluginSlot at="item.provenance" data={{ itemId: item.data.itemId }} />
      <PluginSlot at="comments" data={comments} />
    </Page>
  )
}

function ItemMissing() {
  const t = useText('items')
  return (
    <Page title={t('missing.title')} className="wv-alone">
      <EmptyState
        level={1}
        art={<EmptyShelf />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={<ButtonLink to="/inventory">{t('missing.action')}</ButtonLink>}
      />
    </Page>
  )
}

function ItemSkeleton() {
  const t = useText('kit')
  return (
    <div className="wv-page it-page" role="status" aria-label={t('loading')}>
      <div className="it-view">
        <Skeleton style={{ aspectRatio: '1', borderRadius: 28 }} />
        <div className="it-about">
          <Skeleton className="is-title" />
          <Skeleton className="is-line" />
          <Skeleton style={{ height: 160, borderRadius: 22 }} />
        </div>
      </div>
    </div>
  )
}
