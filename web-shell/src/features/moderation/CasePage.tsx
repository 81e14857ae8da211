// One case: reports, earlier decisions and the decision.
import {
  BackLink,
  Badge,
  EmptyInline,
  formatMoment,
  Loaded,
  Page,
  PageHead,
  PersonLine,
  Row,
  RowTile,
  SendingScope,
  textOr,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { Section } from '../../parts/Section'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { AppealAnswer } from './AppealAnswer'
import { type CaseDetail, useCase } from './api'
import { DecisionForm } from './DecisionForm'
import { ReportedChat } from './ReportedChat'

export function CasePage({ id }: { id: string }) {
  const t = useText('shell-operators')
  return (
    <Loaded query={useCase(id)} title={t('case.back')} missing={<NotFoundScreen />}>
      {(data) => <Case data={data} />}
    </Loaded>
  )
}

function Case({ data }: { data: CaseDetail }) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const name = data.person.nickname ?? words('someone')
  return (
    <Page title={t('case.title', { name })} width="narrow">
      <BackLink to="/moderation">{t('case.back')}</BackLink>
      <PageHead
        className="pt-head"
        title={t('case.title', { name })}
        text={
          <>
            {t('case.since', { date: formatMoment(data.openedAt) })}{' '}
            <Badge tone={data.state === 'closed' ? 'plain' : 'accent'}>{t(`cases.${data.state}`)}</Badge>
          </>
        }
      />
      <div className="pt-stack">
        <ReportsSection found={data} />
        {data.decision && <DecisionSection found={data} decision={data.decision} />}
        {data.state === 'open' && !data.decision && (
          <SendingScope>
            <DecisionForm id={data.id} name={name} />
          </SendingScope>
        )}
        {data.appeal && <AppealSection found={data} appeal={data.appeal} />}
        <HistorySection found={data} />
      </div>
    </Page>
  )
}

function ReportsSection({ found }: { found: CaseDetail }) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  return (
    <Section
      title={t('case.reports', { count: found.reportList.length })}
      text={t('case.reportsText')}
      action={
        <Link className="wv-button is-secondary is-small" to={`/user/${found.person.id}`}>
          {t('case.page')}
        </Link>
      }
    >
      <ul className="wv-rows">
        {found.reportList.map((report) => (
          <li key={report.id} className="sf-decision">
            <header>
              <PersonLine
                name={report.reporter.nickname ?? words('someone')}
                image={report.reporter.image}
                note={formatMoment(report.at)}
                to={`/user/${report.reporter.id}`}
              />
            </header>
            <span className="pt-badges">
              <Badge tone="bad">{words(`reasons.${report.reason}`)}</Badge>
              {report.subject && <ReportedThing {...report.subject} />}
            </span>
            {report.text && <p className="sf-reason">{report.text}</p>}
            {report.room && <ReportedChat room={report.room} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Kinds of reported things that have a page under their id. */
const PAGES: Record<string, string> = { item: '/item', collection: '/collection', event: '/event' }

function ReportedThing({ kind, id }: { kind: string; id: string }) {
  const words = useText('shell-safety')
  const name = textOr(words, `subjects.${kind}`, kind)
  const page = PAGES[kind]
  return page === undefined ? (
    <Badge>
      {name} {id}
    </Badge>
  ) : (
    <Link className="sh-link" to={`${page}/${id}`}>
      {name} {id}
    </Link>
  )
}

interface DecisionSectionProps {
  found: CaseDetail
  decision: NonNullable<CaseDetail['decision']>
}

function DecisionSection({ found, decision }: DecisionSectionProps) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  return (
    <Section title={t('case.decided')}>
      <dl className="pt-facts">
        <div>
          <dt>{t('decision.action')}</dt>
          <dd>{words(`actions.${decision.action}`)}</dd>
        </div>
        <div>
          <dt>{t('case.by')}</dt>
          <dd>
            {decision.by?.nickname ?? words('someone')}, {formatMoment(decision.at)}
          </dd>
        </div>
        {found.decisionReason && (
          <div>
            <dt>{t('decision.reason')}</dt>
            <dd>{found.decisionReason}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}

interface AppealSectionProps {
  found: CaseDetail
  appeal: NonNullable<CaseDetail['appeal']>
}

function AppealSection({ found, appeal }: AppealSectionProps) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  return (
    <Section
      title={t('case.appeal')}
      text={formatMoment(appeal.at)}
      action={
        <Badge tone={appeal.state === 'open' ? 'accent' : 'plain'}>{words(`appeal.${appeal.state}`)}</Badge>
      }
    >
      <p className="sf-reason">{appeal.text}</p>
      {appeal.answer && (
        <div className="sf-appeal">
          <strong>{words('appeal.answer')}</strong>
          <p>{appeal.answer}</p>
        </div>
      )}
      {appeal.state === 'open' && (
        <SendingScope>
          <AppealAnswer id={found.id} />
        </SendingScope>
      )}
    </Section>
  )
}

function HistorySection({ found }: { found: CaseDetail }) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  return (
    <Section title={t('case.history')}>
      {found.history.length === 0 ? (
        <EmptyInline text={t('case.noHistory')} />
      ) : (
        <ul className="wv-rows">
          {found.history.map((entry) => (
            <li key={`${entry.at}${entry.action}`}>
              <Row
                boxed
                picture={<RowTile icon="gavel" tone="plain" />}
                title={words(`actions.${entry.action}`)}
                badge={<Badge>{words(`states.${entry.state}`)}</Badge>}
                notes={[
                  <>
                    {formatMoment(entry.at)}
                    {entry.until && ` · ${words('until', { date: formatMoment(entry.until) })}`}
                  </>,
                  entry.reason,
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
