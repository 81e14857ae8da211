// The sessions of the account, the current one first.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  ErrorMessage,
  formatAgo,
  formatMoment,
  Row,
  RowSkeletons,
  RowTile,
  textOr,
  useAction,
  useApi,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { revokeOthers, revokeSession, type SessionInfo, useRefreshAccount, useSessions } from '../api'
import { deviceOf } from '../devices'
import { useDeviceName } from '../useDeviceName'

export function SessionsTab() {
  const t = useText('shell-profile')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAccount()
  const sessions = useSessions()
  const [asking, setAsking] = useState(false)
  const items = inOrder(sessions.data?.items ?? [])
  const others = items.filter((session) => !session.current)

  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        others.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions.status === 'pending' && <RowSkeletons />}
      {sessions.status === 'error' && (
        <ErrorMessage error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {items.length > 0 && (
        <ul className="wv-rows" aria-label={t('sessions.title')}>
          {items.map((session) => (
            <li key={session.id}>
              <SessionRow session={session} />
            </li>
          ))}
        </ul>
      )}
      {sessions.status === 'success' && others.length === 0 && <EmptyInline text={t('sessions.only')} />}
      {asking && (
        <Confirm
          title={t('sessions.endOthersTitle')}
          text={t('sessions.endOthersText', { count: others.length })}
          action={t('sessions.endOthers')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { ended } = await revokeOthers(api)
            toast(t('sessions.ended', { count: ended }), 'good')
            await refresh('sessions')
          }}
        />
      )}
    </Section>
  )
}

/** The current session first, then by last use. */
export const inOrder = (sessions: SessionInfo[]): SessionInfo[] =>
  sessions.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.usedAt.localeCompare(one.usedAt),
  )

function SessionRow({ session }: { session: SessionInfo }) {
  const t = useText('shell-profile')
  const { language } = useLanguage()
  const nameOf = useDeviceName()
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAccount()
  const end = useAction(async () => {
    await revokeSession(api, session.id)
    toast(t('sessions.endedOne'), 'good')
    await refresh('sessions')
  })
  const name = nameOf(session.userAgent)
  const used = session.current ? t('sessions.now') : formatAgo(session.usedAt, language)
  return (
    <Row
      boxed
      picture={<RowTile icon={deviceOf(session.userAgent).handheld ? 'device' : 'laptop'} />}
      title={name}
      badge={session.current && <Badge tone="accent">{t('sessions.this')}</Badge>}
      notes={[
        [used, session.ip, textOr(t, `sessions.${session.method}`, session.method)]
          .filter(Boolean)
          .join(' · '),
        t('sessions.since', { date: formatMoment(session.createdAt) }),
      ]}
    >
      {!session.current && (
        <Button
          variant="quiet"
          size="small"
          className="is-bad"
          pending={end.pending}
          onClick={end.run}
          aria-label={t('sessions.endThis', { name })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Row>
  )
}
