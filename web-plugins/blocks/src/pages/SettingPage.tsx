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
import { useEditorText } from '../editor/texts'
import { Screen } from './Screens'

const Workshop = lazy(() => import(/* webpackChunkName: "editor" */ '../editor/Workshop'))

export default function SettingPage() {
  const tEditor = useEditorText()
  const { blockId = '' } = useParams()
  return (
    <MemberGate
      title={tEditor('title')}
      visitor={{ title: tEditor('visitor'), text: tEditor('visitorText') }}
    >
      <Managed key={blockId} blockId={blockId} />
    </MemberGate>
  )
}

function Managed({ blockId }: { blockId: string }) {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const missing = (
    <Page title={t('screen.missing.title')} width="bleed">
      <Screen kind="missing" worldName={worldName} />
    </Page>
  )
  return (
    <Loaded query={useBlockById(blockId)} title={tEditor('title')} missing={missing}>
      {(block) =>
        block.canManage ? (
          <Page title={tEditor('of', { title: block.title[language] })} width="bleed">
            <Suspense fallback={<PageSkeleton />}>
              <Workshop block={block} />
            </Suspense>
          </Page>
        ) : (
          <EmptyPage
            title={tEditor('notYours')}
            text={tEditor('notYoursText')}
            action={
              <>
                <ButtonLink to={pathOfBlock(block)}>{tEditor('toRoom')}</ButtonLink>
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
