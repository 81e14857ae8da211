// What happened to the account, newest first, and whether anybody has changed what is written there.
import {
  Button,
  classes,
  formatDate,
  formatMoment,
  Icon,
  ListView,
  Nothing,
  useAction,
  useApi,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { type ActivityEntry, type ChainCheck, checkChain, useActivity } from '../api'
import { useDeviceName } from '../useDeviceName'
import { detailOf, lookOf } from './kinds'

export function ActivityTab() {
  const t = useText('shell-profile')
  const list = useActivity()
  const firsts = new Set(
    list.items.filter((one, index) => isNewDay(one, list.items[index - 1])).map((one) => one.seq),
  )
  return (
    <Section title={t('activity.title')} text={t('activity.text')} aside={<Chain />}>
      <ListView
        list={list}
        label={t('activity.title')}
        keyOf={(entry) => String(entry.seq)}
        empty={<Nothing text={t('activity.none')} />}
      >
        {(entry) => (
          <>
            {firsts.has(entry.seq) && <h3 className="pf-day">{formatDate(entry.at)}</h3>}
            <Entry entry={entry} />
          </>
        )}
      </ListView>
    </Section>
  )
}

const isNewDay = (one: ActivityEntry, before: ActivityEntry | undefined) =>
  !before || formatDate(one.at) !== formatDate(before.at)

function Entry({ entry }: { entry: ActivityEntry }) {
  const t = useText('shell-profile')
  const nameOf = useDeviceName()
  const { icon, tone } = lookOf(entry.kind)
  const facts = [
    formatMoment(entry.at),
    detailOf(entry.details),
    typeof entry.details.method === 'string' && t(`sessions.${entry.details.method}`),
    entry.userAgent && nameOf(entry.userAgent),
    entry.ip,
  ]
  return (
    <div className="pt-row">
      <span className={classes('pt-row-tile', tone !== 'accent' && `is-${tone}`)}>
        <Icon name={icon} />
      </span>
      <div className="pt-row-text">
        <strong>{t(`kinds.${entry.kind}`, { defaultValue: entry.kind })}</strong>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
    </div>
  )
}

function Chain() {
  const t = useText('shell-profile')
  const api = useApi()
  const [found, setFound] = useState<ChainCheck | null>(null)
  const check = useAction(async () => setFound(await checkChain(api)))
  return (
    <div className="pf-chain">
      <Button look="secondary" size="small" pending={check.pending} onClick={check.run}>
        <Icon name="shield" size={16} /> {t('activity.check')}
      </Button>
      <p role="status" className={classes('pf-note', found && (found.intact ? 'is-good' : 'is-bad'))}>
        {found &&
          (found.intact
            ? t('activity.intact', { count: found.entries })
            : t('activity.broken', { at: found.brokenAt ?? 0 }))}
      </p>
    </div>
  )
}
