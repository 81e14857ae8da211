// The activity log of the account, newest first, with its verification.
import {
  Button,
  classes,
  EmptyInline,
  formatDate,
  formatMoment,
  Icon,
  ListView,
  Row,
  RowTile,
  textOr,
  useAction,
  useApi,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { type ActivityEntry, type ChainCheck, checkChain, useActivity } from '../api'
import { useDeviceName } from '../useDeviceName'
import { detailOf, styleOf } from './kinds'

export function ActivityTab() {
  const t = useText('shell-profile')
  const list = useActivity()
  const firsts = new Set(
    list.items.filter((one, index) => isNewDay(one, list.items[index - 1])).map((one) => one.seq),
  )
  return (
    <Section title={t('activity.title')} text={t('activity.text')} action={<ChainVerification />}>
      <ListView
        list={list}
        label={t('activity.title')}
        keyOf={(entry) => String(entry.seq)}
        empty={<EmptyInline text={t('activity.none')} />}
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
  const safety = useText('shell-safety')
  const nameOf = useDeviceName()
  const { icon, tone } = styleOf(entry.kind)
  const facts = [
    formatMoment(entry.at),
    detailOf(entry.details, { safety, profile: t }),
    typeof entry.details.method === 'string' &&
      textOr(t, `sessions.${entry.details.method}`, entry.details.method),
    entry.userAgent && nameOf(entry.userAgent),
    entry.ip,
  ]
  return (
    <Row
      boxed
      picture={<RowTile icon={icon} tone={tone} />}
      title={textOr(t, `kinds.${entry.kind}`, entry.kind)}
      notes={[facts.filter(Boolean).join(' · ')]}
    />
  )
}

function ChainVerification() {
  const t = useText('shell-profile')
  const api = useApi()
  const [found, setFound] = useState<ChainCheck | null>(null)
  const check = useAction(async () => setFound(await checkChain(api)))
  return (
    <div className="pf-chain">
      <Button variant="secondary" size="small" pending={check.pending} onClick={check.run}>
        <Icon name="shield" size={16} /> {t('activity.check')}
      </Button>
      <p role="status" className={classes('wv-note', found && (found.intact ? 'is-good' : 'is-bad'))}>
        {found &&
          (found.intact
            ? t('activity.intact', { count: found.entries })
            : t('activity.broken', { at: found.brokenAt ?? 0 }))}
      </p>
    </div>
  )
}
