// `/{worldName}/block`: all blocks of a world.
import { ButtonLink, EmptyState, Icon, ListView, Page, useText, WorldGate } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useBlocks, useBlocksPreview } from '../api/blocks'
import { BlockCardLink } from '../list/BlockCardLink'
import { CardSkeletons } from '../slots/WorldBlocks'

export default function BlockListPage() {
  return <WorldGate>{({ worldName }) => <BlockList worldName={worldName} />}</WorldGate>
}

function BlockList({ worldName }: { worldName: string }) {
  const t = useText('blocks')
  const list = useBlocks(worldName)
  const main = useBlocksPreview(worldName).data?.mainBlock
  return (
    <Page title={t('list.of', { world: worldName })} className="bl-list-page">
      <header className="bl-section-head">
        <Link className="bl-back" to={`/${worldName}`}>
          <Icon name="left" size={18} /> {worldName}
        </Link>
        <h1>{t('list.title')}</h1>
      </header>
      {main && (
        <div className="bl-cards">
          <BlockCardLink block={main} isMain />
        </div>
      )}
      <ListView
        list={list}
        className="bl-cards"
        label={t('list.title')}
        keyOf={({ blockId }) => blockId}
        waiting={<CardSkeletons cards={6} />}
        empty={
          !main && (
            <EmptyState
              title={t('list.none')}
              text={t('list.noneText')}
              action={<ButtonLink to={`/${worldName}`}>{t('screen.toWorld')}</ButtonLink>}
            />
          )
        }
      >
        {(block) => <BlockCardLink block={block} />}
      </ListView>
    </Page>
  )
}
