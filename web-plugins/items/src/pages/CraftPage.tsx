// `/crafting/item`: people make items in their collections.
import { MemberGate, Page, PageError, PageSkeleton, useCaller, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useOwnCollections } from '../api/craft'
import { ItemForm } from '../craft/ItemForm'

export default function CraftPage() {
  const t = useText('items')
  return (
    <MemberGate
      title={t('craft.title')}
      visitor={{ title: t('craft.visitor'), text: t('craft.visitorText') }}
    >
      <Page title={t('craft.title')} className="it-page">
        <header className="wv-head">
          <h1>{t('craft.title')}</h1>
          <p>{t('craft.lead')}</p>
        </header>
        <Loaded />
      </Page>
    </MemberGate>
  )
}

function Loaded() {
  const kit = useText('kit')
  const { user } = useCaller()
  const [search] = useSearchParams()
  const collections = useOwnCollections()
  if (!user || collections.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (collections.status === 'error') {
    return <PageError error={collections.error} onRetry={() => void collections.refetch()} />
  }
  return (
    <ItemForm
      userId={user.id}
      collections={collections.items}
      wanted={search.get('collection')}
      onMore={collections.hasNextPage ? () => void collections.fetchNextPage() : undefined}
    />
  )
}
