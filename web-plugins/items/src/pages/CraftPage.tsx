// `/crafting/item`: people make items in their collections.
import { Loaded, MemberGate, Page, PageHead, PageSkeleton, useCaller, useText } from '@witverse/sdk'
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
      <Page title={t('craft.title')} stack>
        <PageHead title={t('craft.title')} text={t('craft.lead')} />
        <OwnItemForm />
      </Page>
    </MemberGate>
  )
}

function OwnItemForm() {
  const { user } = useCaller()
  const [search] = useSearchParams()
  const collections = useOwnCollections()
  if (!user) return <PageSkeleton />
  return (
    <Loaded query={collections} waiting={<PageSkeleton />}>
      {() => (
        <ItemForm
          userId={user.id}
          collections={collections.items}
          wanted={search.get('collection')}
          onMore={collections.hasNextPage ? () => void collections.fetchNextPage() : undefined}
        />
      )}
    </Loaded>
  )
}
