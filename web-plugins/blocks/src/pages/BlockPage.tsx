// `/block/{id}`: a block with its gallery and the way in. Links of the app lead here, because they know the id only.
import {
  ApiError,
  describeError,
  isMissing,
  Page,
  PageError,
  PageSkeleton,
  useCaller,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import About from '../about/About'
import { useBlockById } from '../api/blocks'
import { Screen } from './Screens'

export default function BlockPage() {
  const { id = '' } = useParams()
  const { user } = useCaller()
  // A login on this page may open what was closed.
  return <OneBlock key={`${id} ${user?.id}`} id={id} />
}

function OneBlock({ id }: { id: string }) {
  const t = useText('blocks')
  const kit = useText('kit')
  const { language } = useLanguage()
  const block = useBlockById(id)
  if (block.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (block.status === 'success') {
    return (
      <Page title={block.data.title[language]} className="bl-about-page">
        <About block={block.data} />
      </Page>
    )
  }
  const { error } = block
  const isDenied = error instanceof ApiError && [401, 403].includes(error.status)
  if (!isMissing(error) && !isDenied) return <PageError error={error} onRetry={() => void block.refetch()} />
  return (
    <Page title={t(isDenied ? 'screen.denied.title' : 'screen.missing.title')} width="bleed">
      <Screen
        kind={isDenied ? 'denied' : 'missing'}
        worldName=""
        text={isDenied ? describeError(error, language) : undefined}
      />
    </Page>
  )
}
