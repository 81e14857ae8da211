// `/{worldName}/block`: all blocks of a world.
import { BackLink, ButtonLink, EmptyState, ListView, Page, PageHead, useText, WorldGate } from '@witverse/sdk'
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
    <Page title={t('list.of', { world: worldName })} stack>
      <BackLink to={`/${worldName}`}>{worldName}</BackLink>
      <PageHead title={t('list.title')} />
      {main && (
        <div className="wv-grid bl-cards">
          <BlockCardLink block={main} isMain />
        </div>
      )}
      <ListView
        list={list}
        className="wv-grid bl-cards"
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
