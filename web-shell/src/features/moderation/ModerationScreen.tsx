// `/moderation`: people who were reported, by what is to be done about it.
import '../../styles/parts.css'
import '../safety/safety.css'
import { EmptyState, formatMoment, Page, useText } from '@witverse/sdk'
import { Link, useParams, useSearchParams } from '@witverse/sdk/router'
import { DataTable } from '../../parts/DataTable'
import { PersonCell } from '../../parts/PersonCell'
import { Badge } from '../../parts/Section'
import { ForRole } from '../session/ForRole'
import { type CaseRow, type CaseState, useCases } from './api'
import { CasePage } from './CasePage'

const STATES: CaseState[] = ['open', 'appealed', 'closed']

export function ModerationScreen() {
  const { id } = useParams()
  return <ForRole need="moderator">{id ? <CasePage id={id} /> : <Queue />}</ForRole>
}

function Queue() {
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
        <PersonCell name={nameOf(row)} image={row.person.image} to={`/moderation/${row.id}`} />
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
      <header className="pt-head">
        <h1>{t('cases.title')}</h1>
        <p>{t('cases.text')}</p>
      </header>
      <div className="pt-stack">
        <nav className="pt-tabs" aria-label={t('cases.states')}>
          {STATES.map((one) => (
            <Link
              key={one}
              to={one === 'open' ? '/moderation' : `/moderation?state=${one}`}
              className="pt-tab"
              aria-current={one === state ? 'page' : undefined}
            >
              {t(`cases.${one}`)}
            </Link>
          ))}
        </nav>
        <section className="pt-section" aria-label={t(`cases.${state}`)}>
          <DataTable
            list={list}
            columns={columns}
            label={t(`cases.${state}`)}
            keyOf={(row) => row.id}
            empty={<EmptyState title={t(`cases.none.${state}`)} text={t('cases.noneText')} />}
          />
        </section>
      </div>
    </Page>
  )
}
