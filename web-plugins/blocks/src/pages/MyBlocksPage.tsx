// `/block`: the blocks that a person entered last, and those that they are building.
import {
  ButtonLink,
  EmptyState,
  ErrorMessage,
  MemberGate,
  Page,
  PageHead,
  Panel,
  useText,
} from '@witverse/sdk'
import type { ReactNode } from 'react'
import { type BlockCard, useDrafts, useVisited } from '../api/blocks'
import { BlockCardLink } from '../list/BlockCardLink'
import { CardSkeletons } from '../slots/WorldBlocks'
import { Invitation } from '../tutorial/Invitation'

export default function MyBlocksPage() {
  const t = useText('blocks')
  return (
    <MemberGate title={t('mine.title')} visitor={{ title: t('mine.visitor'), text: t('mine.visitorText') }}>
      <Mine />
    </MemberGate>
  )
}

function Mine() {
  const t = useText('blocks')
  const visited = useVisited()
  const drafts = useDrafts()
  return (
    <Page title={t('mine.title')} stack>
      <PageHead title={t('mine.title')} />
      <Invitation />
      <Panel title={t('mine.visited')}>
        <Cards
          list={visited}
          empty={
            <EmptyState
              title={t('mine.noneVisited')}
              text={t('mine.noneVisitedText')}
              action={<ButtonLink to="/world">{t('mine.explore')}</ButtonLink>}
            />
          }
        />
      </Panel>
      <Panel title={t('mine.drafts')} text={t('mine.draftsText')}>
        <Cards
          list={drafts}
          toOf={(block) => `/${block.worldName}/setting/${block.blockId}`}
          empty={<p className="bl-muted">{t('mine.noneDrafts')}</p>}
        />
      </Panel>
    </Page>
  )
}

interface CardsProps {
  list: ReturnType<typeof useVisited>
  toOf?: (block: BlockCard) => string
  empty: ReactNode
}

function Cards({ list, toOf, empty }: CardsProps) {
  if (list.status === 'pending') return <CardSkeletons cards={3} />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.items.length === 0) return empty
  return (
    <div className="wv-grid bl-cards">
      {list.data.items.map((block) => (
        <BlockCardLink key={block.blockId} block={block} {...(toOf && { to: toOf(block) })} />
      ))}
    </div>
  )
}
