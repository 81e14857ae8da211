// `/moderation`: the queue of cases.
import '../../styles/parts.css'
import '../safety/safety.css'
import {
  Badge,
  Card,
  EmptyState,
  formatMoment,
  Page,
  PageHead,
  PersonLine,
  TabLinks,
  useText,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useParams, useSearchParams } from '@witverse/sdk/router'
import { SudoProvider } from '../profile/sudo/SudoProvider'
import { ForRole } from '../session/ForRole'
import { type CaseRow, type CaseState, useCases } from './api'
import { CasePage } from './CasePage'

const STATES: CaseState[] = ['open', 'appealed', 'closed']

export function ModerationScreen() {
  const { id } = useParams()
  return (
    <ForRole need="moderator">
      <SudoProvider>{id ? <CasePage id={id} /> : <CaseQueue />}</SudoProvider>
    </ForRole>
  )
}

function CaseQueue() {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const [query] = useSearchParams()
  const state = STATES.find((one) => one === query.get('state')) ?? 'open'
  const list = useCases(state)
  const nameOf = (row: CaseRow) => row.person.nickname ?? words('someone')
  const columns = [
    {
      id: 'person',
      title: t('cases.person'),
      cell: (row: CaseRow) => (
        <PersonLine name={nameOf(row)} image={row.person.image} to={`/moderation/${row.id}`} />
      ),
    },
    { id: 'reports', title: t('cases.reports'), cell: (row: CaseRow) => row.reports },
    {
      id: 'reasons',
      title: t('cases.reasons'),
      cell: (row: CaseRow) => (
        <span className="pt-badges">
          {row.reasons.map((reason) => (
            <Badge key={reason}>{words(`reasons.${reason}`)}</Badge>
          ))}
        </span>
      ),
    },
    { id: 'since', title: t('cases.since'), cell: (row: CaseRow) => formatMoment(row.openedAt) },
    {
      id: 'decision',
      title: t('cases.decision'),
      cell: (row: CaseRow) =>
        row.decision
          ? `${words(`actions.${row.decision.action}`)} · ${row.decision.by?.nickname ?? words('someone')}`
          : '–',
    },
  ]
  return (
    <Page title={t('cases.title')}>
      <PageHead className="pt-head" title={t('cases.title')} text={t('cases.text')} />
      <div className="pt-stack">
        <TabLinks
          label={t('cases.states')}
          current={state}
          tabs={STATES.map((id) => ({
            id,
            to: id === 'open' ? '/moderation' : `/moderation?state=${id}`,
            text: t(`cases.${id}`),
          }))}
        />
        <Card className="wv-panel pt-section" aria-label={t(`cases.${state}`)}>
          <DataTable
            list={list}
            columns={columns}
            label={t(`cases.${state}`)}
            keyOf={(row) => row.id}
            empty={<EmptyState title={t(`cases.none.${state}`)} text={t(`cases.noneTexts.${state}`)} />}
          />
        </Card>
      </div>
    </Page>
  )
}
