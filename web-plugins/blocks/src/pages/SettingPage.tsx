// `/{worldName}/setting/{blockId}`: the editor of a block, for those who manage it. Its code is loaded only for them.
import {
  ButtonLink,
  EmptyPage,
  Loaded,
  MemberGate,
  Page,
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
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const missing = (
    <Page title={t('screen.missing.title')} width="bleed">
      <Screen kind="missing" worldName={worldName} />
    </Page>
  )
  return (
    <Loaded query={useBlockById(blockId)} title={t('editor.title')} missing={missing}>
      {(block) =>
        block.canManage ? (
          <Page title={t('editor.of', { title: block.title[language] })} width="bleed">
            <Suspense fallback={<PageSkeleton />}>
              <Workshop block={block} />
            </Suspense>
          </Page>
        ) : (
          <EmptyPage
            title={t('editor.notYours')}
            text={t('editor.notYoursText')}
            action={
              <>
                <ButtonLink to={pathOfBlock(block)}>{t('editor.toRoom')}</ButtonLink>
                <ButtonLink variant="secondary" to={`/${block.worldName}`}>
                  {t('screen.toWorld')}
                </ButtonLink>
              </>
            }
          />
        )
      }
    </Loaded>
  )
}
