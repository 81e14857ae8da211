import {
  BackLink,
  Badge,
  Button,
  Card,
  CopyButton,
  Countdown,
  ErrorBoundary,
  ErrorMessage,
  Facts,
  Field,
  Figures,
  FilterInput,
  ListView,
  Loaded,
  PageSkeleton,
  Panel,
  PersonLine,
  ReportButton,
  Row,
  RowTile,
  TabLinks,
  useList,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { Demo } from '../Demo'
import { FAILURE, OUTDATED, PEOPLE, pageOfPeople } from '../samples'

const NOBODY = { userId: '00000000-0000-4000-8000-000000000000', nickname: 'lantern' }

export function LayoutPage() {
  const t = useText('shell-gallery')
  const list = useList(['gallery', 'people'], async (_, { cursor }) => pageOfPeople(cursor))
  const [broken, setBroken] = useState(false)
  const [found, setFound] = useState('')
  return (
    <>
      <Demo title={t('layout.panel')}>
        <Panel title={t('tabs.members')} text={t('common.hint')} action={<Badge>{PEOPLE.length}</Badge>}>
          <Facts
            facts={[
              [t('common.name'), PEOPLE[0]],
              [t('common.visitors'), '1,204'],
            ]}
          />
        </Panel>
        <Card>{t('common.longText')}</Card>
      </Demo>
      <Demo title={t('layout.rows')}>
        <BackLink to="/dev/ui">{t('pages.layout')}</BackLink>
        <Figures
          figures={[
            [t('common.visitors'), '1,204'],
            [t('tabs.members'), PEOPLE.length],
          ]}
        />
        <Row
          boxed
          picture={<RowTile icon="key" />}
          title={PEOPLE[0]}
          badge={<Badge tone="accent">{t('states.normal')}</Badge>}
          notes={[t('common.hint')]}
        >
          <CopyButton text={t('common.hint')} label={t('copy')} />
        </Row>
        <FilterInput name="find" label={t('common.name')} value={found} onValue={setFound} />
      </Demo>
      <Demo title={t('layout.links')}>
        <TabLinks
          label={t('layout.links')}
          current="layout"
          tabs={[
            { id: 'layout', to: '/dev/ui/layout', text: t('pages.layout') },
            { id: 'tabs', to: '/dev/ui/tabs', text: t('pages.tabs'), count: 3, countText: '3' },
          ]}
        />
      </Demo>
      <Demo title={t('layout.list')}>
        <ListView list={list} label={t('tabs.members')} empty={null} keyOf={(name) => name}>
          {(name) => <PersonLine name={name} />}
        </ListView>
      </Demo>
      <Demo title={t('layout.field')}>
        <Field label={t('common.name')} hint={t('common.hint')}>
          {(ids) => <input {...ids} className="wv-input" />}
        </Field>
      </Demo>
      <Demo title={t('layout.small')} layout="row">
        <Countdown secondsLeft={95} />
        <ReportButton person={NOBODY} kind="post" id="1" />
      </Demo>
      <Demo title={t('states.failed')}>
        <ErrorBoundary fallback={(_, retry) => <ErrorMessage error={FAILURE} onRetry={retry} />}>
          <Breaking broken={broken} />
        </ErrorBoundary>
        <Button variant="secondary" onClick={() => setBroken(!broken)}>
          {t('layout.break')}
        </Button>
      </Demo>
      <Demo title={t('states.loading')}>
        <PageSkeleton />
      </Demo>
      <Demo title={t('states.outdated')}>
        <Loaded query={OUTDATED}>{(name) => <p>{name}</p>}</Loaded>
      </Demo>
    </>
  )
}

function Breaking({ broken }: { broken: boolean }) {
  const t = useText('shell-gallery')
  if (broken) throw FAILURE
  return <p>{t('states.normal')}</p>
}
