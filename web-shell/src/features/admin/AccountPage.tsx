// One account for administrators: facts, roles, sessions, sanctions.
import {
  Avatar,
  BackLink,
  Button,
  Confirm,
  formatDate,
  formatMoment,
  Loaded,
  Page,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { type AccountDetail, revokeSessions, useAccount, useRefreshAdmin } from './api'
import { StateBadge } from './PeopleSection'
import { RolesSection } from './RolesSection'
import { SanctionsSection } from './SanctionsSection'

type AccountFact =
  | 'email'
  | 'id'
  | 'since'
  | 'language'
  | 'verified'
  | 'passkeys'
  | 'totp'
  | 'reports'
  | 'sessions'
  | 'deletion'

export function AccountPage({ id }: { id: string }) {
  const t = useText('shell-operators')
  const found = useAccount(id)
  return (
    <Loaded query={found} title={t('people.title')} missing={<NotFoundScreen />}>
      {(data) => <Account data={data} />}
    </Loaded>
  )
}

function Account({ data }: { data: AccountDetail }) {
  const t = useText('shell-operators')
  const name = data.nickname ?? data.email
  return (
    <Page title={name} width="narrow">
      <BackLink to="/admin">{t('people.back')}</BackLink>
      <header className="wv-head pt-head pt-who">
        <Avatar name={name} image={data.image} size={56} />
        <span>
          <h1>{name}</h1>
          <StateBadge state={data.state} />
        </span>
      </header>
      <div className="pt-stack">
        <AccountFacts account={data} />
        <RolesSection account={data} name={name} />
        <SanctionsSection account={data} />
      </div>
    </Page>
  )
}

function AccountFacts({ account }: { account: AccountDetail }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const [asking, setAsking] = useState(false)
  const facts: [key: AccountFact, value: string][] = [
    ['email', account.email],
    ['id', account.id],
    ['since', formatDate(account.createdAt)],
    ['language', t(account.language === 'ko' ? 'account.korean' : 'account.english')],
    ['verified', t(account.verified ? 'yes' : 'no')],
    ['passkeys', String(account.passkeys)],
    ['totp', t(account.totp ? 'yes' : 'no')],
    ['reports', String(account.reportsAgainst)],
    ['sessions', String(account.sessions)],
    ...(account.deletionAt ? [['deletion', formatMoment(account.deletionAt)] as [AccountFact, string]] : []),
  ]
  return (
    <Section
      title={t('account.facts')}
      action={
        <Button
          variant="secondary"
          size="small"
          disabled={account.sessions === 0}
          onClick={() => setAsking(true)}
        >
          {t('account.revoke')}
        </Button>
      }
    >
      <dl className="pt-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`account.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="sh-link" to={`/admin/money/wallets?account=${account.id}`}>
        {t('account.wallet')}
      </Link>
      {asking && (
        <Confirm
          title={t('account.revokeTitle')}
          text={t('account.revokeText', { count: account.sessions })}
          action={t('account.revoke')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { ended } = await revokeSessions(api, account.id)
            toast(t('account.revoked', { count: ended }), 'good')
            await refresh()
          }}
        />
      )}
    </Section>
  )
}
