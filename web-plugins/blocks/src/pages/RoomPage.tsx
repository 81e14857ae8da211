// `/{worldName}/{blockName}`: a block, entered. Each state of the way in has its screen.
import { isMissing, Page, useLanguage, useText } from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import { useBlock } from '../api/rooms'
import { Entrance } from './Entrance'
import { LoadingScreen, Screen } from './Screens'

export default function RoomPage() {
  const t = useText('blocks')
  const { language } = useLanguage()
  const { worldName = '', blockName = '' } = useParams()
  const block = useBlock(worldName, blockName)
  const title = block.data?.title[language] ?? blockName
  return (
    <Page title={title} width="bleed">
      <div className="bl-page">
        {block.status === 'pending' ? (
          <LoadingScreen title={t('loading.title')} share={0} />
        ) : block.status === 'error' ? (
          isMissing(block.error) ? (
            <Screen kind="missing" worldName={worldName} />
          ) : (
            <Screen kind="failure" worldName={worldName} onRetry={() => void block.refetch()} />
          )
        ) : block.data.state === 'assembling' ? (
          <Screen kind="assembling" worldName={worldName} onRetry={() => void block.refetch()} />
        ) : block.data.entry.allowed ? (
          <Entrance key={block.data.blockId} block={block.data} title={title} />
        ) : (
          <Screen kind="denied" worldName={worldName} text={block.data.entry.message?.[language]} />
        )}
      </div>
    </Page>
  )
}
