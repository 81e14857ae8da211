// The ledger of places: every change with its reason, the newest first. All of an event for its organiser, the own ones for others.
import { Badge, EmptyInline, ListView, Panel, PersonName, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { usePlaceLog } from '../api/events'
import type { LogEntry } from '../api/types'
import { When } from './When'

interface PlaceLogProps {
  eventId: string
  /** Only the caller's own entries. */
  isMine: boolean
}

/** It is read once it is opened. */
export function PlaceLog({ eventId, isMine }: PlaceLogProps) {
  const t = useText('events')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('log.title')} text={t(isMine ? 'log.mine' : 'log.all')}>
      <details className="ev-log" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('log.open')}</summary>
        {isOpen && <Entries eventId={eventId} isMine={isMine} />}
      </details>
    </Panel>
  )
}

function Entries({ eventId, isMine }: PlaceLogProps) {
  const t = useText('events')
  const list = usePlaceLog(eventId, isMine)
  return (
    <ListView
      list={list}
      className="wv-rows ev-people"
      label={t('log.title')}
      empty={<EmptyInline text={t('log.none')} />}
      keyOf={({ at, kind, reason, person }) => `${at} ${kind} ${reason} ${person?.userId ?? ''}`}
    >
      {(entry) => <Entry entry={entry} isMine={isMine} />}
    </ListView>
  )
}

const TONES = { taken: 'good', freed: 'plain', lost: 'bad' } as const
const toneOf = (kind: LogEntry['kind']) =>
  kind === 'taken' || kind === 'freed' || kind === 'lost' ? TONES[kind] : 'accent'

function Entry({ entry, isMine }: { entry: LogEntry; isMine: boolean }) {
  const t = useText('events')
  const { language } = useLanguage()
  const { at, kind, reason, person, quotaName } = entry
  return (
    <span className="ev-person">
      {!isMine && (person ? <PersonName person={person} /> : <span>{t('log.noName')}</span>)}
      <span className="ev-badges">
        <Badge tone={toneOf(kind)}>{t(`log.kinds.${kind}`)}</Badge>
        {t(`log.reasons.${reason}`)}
        {quotaName && <Badge>{quotaName[language]}</Badge>}
      </span>
      <When at={at} />
    </span>
  )
}
