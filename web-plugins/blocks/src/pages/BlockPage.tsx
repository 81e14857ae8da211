// `/block/{id}`: a block with its gallery and the way in. Links of the app lead here, because they know the id only.
import { describeError, Loaded, Page, useCaller, useLanguage, useText } from '@witverse/sdk'
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
  const { language } = useLanguage()
  const refused = (kind: 'denied' | 'missing', text?: string) => (
    <Page title={t(`screen.${kind}.title`)} width="bleed">
      <Screen kind={kind} worldName="" text={text} />
    </Page>
  )
  return (
    <Loaded
      query={useBlockById(id)}
      title={t('list.title')}
      missing={refused('missing')}
      denied={(error) => refused('denied', describeError(error, language))}
    >
      {(block) => (
        <Page title={block.title[language]} className="bl-about-page">
          <About block={block} />
        </Page>
      )}
    </Loaded>
  )
}
