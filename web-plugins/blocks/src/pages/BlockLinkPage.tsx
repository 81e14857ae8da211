// `/block/{id}`: a link of the app, which knows the id only. It goes on to the room.
import { isMissing, Page, PageError, PageSkeleton, useText } from '@witverse/sdk'
import { Navigate, useParams } from '@witverse/sdk/router'
import { pathOfBlock, useBlockById } from '../api/blocks'
import { Screen } from './Screens'

export default function BlockLinkPage() {
  const t = useText('blocks')
  const kit = useText('kit')
  const { id = '' } = useParams()
  const block = useBlockById(id)
  if (block.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (block.status === 'success') return <Navigate to={pathOfBlock(block.data)} replace />
  if (!isMissing(block.error)) return <PageError error={block.error} onRetry={() => void block.refetch()} />
  return (
    <Page title={t('screen.missing.title')} width="bleed">
      <Screen kind="missing" worldName="" />
    </Page>
  )
}
