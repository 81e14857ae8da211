// Blocked and muted people, the caller's reports, and decisions about the account.
import {
  Avatar,
  Badge,
  Button,
  EmptyInline,
  formatDate,
  ListView,
  Row,
  RowTile,
  useAction,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { Section } from '../../../parts/Section'
import {
  type KnownPerson,
  type MyReport,
  setBlocked,
  setMuted,
  useDecisions,
  usePeople,
  useRefreshSafety,
  useReports,
} from '../../safety/api'
import { DecisionCard } from '../../safety/DecisionCard'

export function SafetyTab() {
  const t = useText('shell-safety')
  const refresh = useRefreshSafety()
  const people = usePeople()
  const reports = useReports()
  const decisions = useDecisions()
  return (
    <>
      <Section title={t('people.title')} text={t('people.text')}>
        <ListView
          list={people}
          label={t('people.title')}
          keyOf={(person) => person.id}
          empty={<EmptyInline text={t('people.none')} />}
        >
          {(person) => <PersonRow person={person} />}
        </ListView>
      </Section>
      <Section title={t('reports.title')} text={t('reports.text')}>
        <ListView
          list={reports}
          label={t('reports.title')}
          keyOf={(report) => report.id}
          empty={<EmptyInline text={t('reports.none')} />}
        >
          {(report) => <ReportRow report={report} />}
        </ListView>
      </Section>
      <Section title={t('decisions.title')} text={t('decisions.text')}>
        <ListView
          list={decisions}
          label={t('decisions.title')}
          keyOf={(decision) => decision.id}
          empty={<EmptyInline text={t('decisions.none')} />}
        >
          {(decision) => <DecisionCard decision={decision} onChanged={() => void refresh()} />}
        </ListView>
      </Section>
    </>
  )
}

function PersonRow({ person }: { person: KnownPerson }) {
  const t = useText('shell-safety')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshSafety()
  const name = person.nickname ?? t('someone')
  const unblock = useAction(async () => {
    await setBlocked(api, person.id, false)
    toast(t('people.unblocked', { name }))
    await refresh()
  })
  const unmute = useAction(async () => {
    await setMuted(api, person.id, false)
    toast(t('people.unmuted', { name }))
    await refresh()
  })
  return (
    <Row
      boxed
      picture={<Avatar name={name} image={person.image} size={40} />}
      title={
        <>
          <Link to={`/user/${person.id}`} className="sh-link">
            {name}
          </Link>
          {person.blocked && <Badge tone="bad">{t('people.blocked')}</Badge>}
          {person.muted && <Badge>{t('people.muted')}</Badge>}
        </>
      }
      notes={[t('people.since', { date: formatDate(person.since) })]}
    >
      <div className="wv-actions">
        {person.muted && (
          <Button variant="quiet" size="small" pending={unmute.pending} onClick={unmute.run}>
            {t('people.unmute')}
          </Button>
        )}
        {person.blocked && (
          <Button variant="quiet" size="small" pending={unblock.pending} onClick={unblock.run}>
            {t('people.unblock')}
          </Button>
        )}
      </div>
    </Row>
  )
}

function ReportRow({ report }: { report: MyReport }) {
  const t = useText('shell-safety')
  const name = report.person.nickname ?? t('someone')
  const tone = report.state === 'open' ? 'accent' : report.outcome === 'acted' ? 'good' : 'plain'
  return (
    <Row
      boxed
      picture={<RowTile icon="flag" />}
      title={name}
      badge={<Badge tone={tone}>{t(`reports.${report.outcome ?? report.state}`)}</Badge>}
      notes={[
        <>
          {t(`reasons.${report.reason}`)} · {formatDate(report.at)}
        </>,
      ]}
    />
  )
}
