// `/{worldName}?state=crafting&kind=item`: making items of a world, for those who manage it. `collection` in the address is the
// collection that was chosen before.
import { ErrorMessage, Modal, RowSkeletons, useCaller, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useCollectionsToCraft } from '../api/craft'
import { useCollection } from '../api/items'
import type { Collection } from '../api/types'
import { ItemForm } from './ItemForm'

interface WorldItemDialogProps {
  worldName: string
  onClose: () => void
}

export default function WorldItemDialog({ worldName, onClose }: WorldItemDialogProps) {
  const t = useText('items')
  const world = worldName.toUpperCase()
  return (
    // What is typed is kept as a draft, so that closing loses nothing.
    <Modal
      open
      onClose={onClose}
      title={t('craft.worldTitle', { world })}
      description={t('craft.worldLead')}
      size="wide"
      closeOnOutside={false}
      closeOnEscape
    >
      <Loaded worldName={worldName} />
    </Modal>
  )
}

function Loaded({ worldName }: { worldName: string }) {
  const { user } = useCaller()
  const [search] = useSearchParams()
  const wanted = search.get('collection')
  const list = useCollectionsToCraft(worldName)
  const isMissing = wanted !== null && list.isSuccess && !has(list.items, wanted)
  const one = useCollection(wanted ?? '', isMissing)
  if (list.isError) return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  if (!user || !list.isSuccess || (isMissing && one.isPending)) return <RowSkeletons rows={4} />
  const found = isMissing && one.data?.worldName === worldName ? [one.data] : []
  return (
    <ItemForm
      userId={user.id}
      worldName={worldName}
      collections={[...found, ...list.items]}
      wanted={wanted}
      onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
    />
  )
}

const has = (collections: readonly Collection[], id: string) =>
  collections.some(({ collectionId }) => collectionId === id)
