// In the platform's administration: the rules of the market with their history, and halted collections.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatDate,
  Icon,
  ListView,
  Panel,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { useRules } from '../api/market'
import {
  type HaltEntry,
  type RulesVersion,
  useHalts,
  useRulesHistory,
  useSupervision,
} from '../api/supervision'
import { HaltDialog } from './HaltDialog'
import { RulesDialog } from './RulesDialog'

export default function SupervisionSection() {
  return (
    <div className="mk-supervision">
      <Rules />
      <Halts />
    </div>
  )
}

function Rules() {
  const t = useText('market')
  const rules = useRules()
  const history = useRulesHistory()
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title={t('admin.rules')}
      text={t('admin.rulesText')}
      action={
        rules.data && (
          <Button size="small" onClick={() => setChanging(true)}>
            {t('admin.change')}
          </Button>
        )
      }
    >
      <ListView
        list={history}
        label={t('admin.history')}
        empty={<EmptyInline text={t('admin.noHistory')} />}
        keyOf={({ version }) => String(version)}
      >
        {(version) => <VersionRow version={version} isInForce={version.version === rules.data?.version} />}
      </ListView>
      {changing && rules.data && <RulesDialog rules={rules.data} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function VersionRow({ version, isInForce }: { version: RulesVersion; isInForce: boolean }) {
  const t = useText('market')
  const facts = [
    ['feeBp', t('admin.percent', { percent: version.feeBp / 100 })],
    ['outlierTimes', t('admin.times', { count: version.outlierTimes })],
    ['newAccountDays', t('admin.days', { count: version.newAccountDays })],
    ['newAccountTrades', t('admin.trades', { count: version.newAccountTrades })],
    ['washDays', t('admin.days', { count: version.washDays })],
    ['washPairDays', t('admin.days', { count: version.washPairDays })],
    ['washPairTrades', t('admin.repeats', { count: version.washPairTrades })],
    ['washPriceTimes', t('admin.times', { count: version.washPriceTimes })],
  ] as const
  return (
    <article className="mk-version">
      <header>
        <strong>{t('admin.version', { version: version.version })}</strong>
        {isInForce && <Badge tone="good">{t('admin.inForce')}</Badge>}
        <small>
          {formatDate(version.madeAt)}
          {version.madeBy && ` · ${version.madeBy.nickname}`}
        </small>
      </header>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`admin.fields.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {version.reason && <p>{version.reason}</p>}
    </article>
  )
}

function Halts() {
  const t = useText('market')
  const halts = useHalts()
  const [halting, setHalting] = useState(false)
  return (
    <Panel
      title={t('admin.halts')}
      text={t('admin.haltsText')}
      action={
        <Button size="small" variant="secondary" onClick={() => setHalting(true)}>
          <Icon name="ban" size={16} /> {t('admin.halt')}
        </Button>
      }
    >
      <ListView
        list={halts}
        label={t('admin.halts')}
        empty={<EmptyInline text={t('admin.noHalts')} />}
        keyOf={({ haltId }) => haltId}
      >
        {(entry) => <HaltRow entry={entry} />}
      </ListView>
      {halting && <HaltDialog onClose={() => setHalting(false)} />}
    </Panel>
  )
}

function HaltRow({ entry }: { entry: HaltEntry }) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const { resume } = useSupervision()
  const [asking, setAsking] = useState(false)
  const name = entry.name[language]
  return (
    <article className="mk-version">
      <header>
        <strong>
          <Link to={`/market/${entry.collectionId}`}>{name}</Link>
        </strong>
        <Badge tone={entry.isInForce ? 'bad' : 'plain'}>
          {t(entry.isHalted ? 'admin.wasHalted' : 'admin.wasResumed')}
        </Badge>
        <small>
          {formatDate(entry.at)}
          {entry.madeBy && ` · ${entry.madeBy.nickname}`}
        </small>
        {entry.isInForce && (
          <Button
            size="small"
            variant="secondary"
            aria-label={t('admin.resumeThis', { name })}
            onClick={() => setAsking(true)}
          >
            {t('admin.resume')}
          </Button>
        )}
      </header>
      {entry.reason[language] && <p>{entry.reason[language]}</p>}
      {asking && (
        <Confirm
          title={t('admin.resumeTitle', { name })}
          text={t('admin.resumeText')}
          action={t('admin.resume')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await resume(entry.collectionId)
            toast(t('admin.resumed'), 'good')
          }}
        />
      )}
    </article>
  )
}
