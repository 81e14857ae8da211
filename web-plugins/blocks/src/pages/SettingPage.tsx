// `/{worldName}/setting/{blockId}`: the editor of a block, for those who manage it. Its code is loaded only for them.
import {
  ButtonLink,
  EmptyState,
  isMissing,
  MemberGate,
  Page,
  PageError,
  PageSkeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import { lazy, Suspense } from 'react'
import { pathOfBlock, useBlockById } from '../api/blocks'
import { Screen } from './Screens'

const Workshop = lazy(() => import(/* webpackChunkName: "editor" */ '../editor/Workshop'))

export default function SettingPage() {
  const t = useText('blocks')
  const { blockId = '' } = useParams()
  return (
    <MemberGate
      title={t('editor.title')}
      visitor={{ title: t('editor.visitor'), text: t('editor.visitorText') }}
    >
      <Managed key={blockId} blockId={blockId} />
    </MemberGate>
  )
}

function Managed({ blockId }: { blockId: string }) {
  const t = useText('blocks')
  const kit = useText('kit')
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const block = useBlockById(blockId)
  if (block.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (block.status === 'error') {
    if (!isMissing(block.error)) return <PageError error={block.error} onRetry={() => void block.refetch()} />
    return (
      <Page title={t('screen.missing.title')} width="bleed">
        <Screen kind="missing" worldName={worldName} />
      </Page>
    )
  }
  if (!block.data.canManage) {
    return (
      <Page title={t('editor.title')} className="wv-alone">
        <EmptyState
          level={1}
          title={t('editor.notYours')}
          text={t('editor.notYoursText')}
          action={
            <>
              <ButtonLink to={pathOfBlock(block.data)}>{t('editor.toRoom')}</ButtonLink>
              <ButtonLink variant="secondary" to={`/${block.data.worldName}`}>
                {t('screen.toWorld')}
              </ButtonLink>
            </>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t('editor.of', { title: block.data.title[language] })} width="bleed">
      <Suspense fallback={<PageSkeleton label={kit('loading')} />}>
        <Workshop block={block.data} />
      </Suspense>
    </Page>
  )
}
