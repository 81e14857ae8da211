// The audit log of all accounts; can be narrowed to one account or one kind.
import { formatMoment, Nothing, PersonLine, TextInput, useDebounced, useText } from '@witverse/sdk'
import { useState } from 'react'
import { DataTable } from '../../parts/DataTable'
import { Section } from '../../parts/Section'
import { detailOf } from '../profile/activity/kinds'
import { type AuditRow, useAudit } from './api'

export function AuditSection() {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const [account, setAccount] = useState('')
  const [kind, setKind] = useState('')
  const query = { account: useDebounced(account.trim()), kind: useDebounced(kind.trim()) }
  const list = useAudit(query)
  const columns = [
    {
      id: 'account',
      title: t('audit.account'),
      cell: (row: AuditRow) => (
        <PersonLine
          name={row.account.nickname ?? words('someone')}
          note={formatMoment(row.at)}
          to={`/admin/people/${row.account.id}`}
        />
      ),
    },
    { id: 'kind', title: t('audit.kind'), cell: (row: AuditRow) => <code>{row.kind}</code> },
    { id: 'details', title: t('audit.details'), cell: (row: AuditRow) => detailOf(row.details) || '–' },
    { id: 'actor', title: t('audit.actor'), cell: (row: AuditRow) => row.actor?.nickname ?? '–' },
    { id: 'ip', title: t('audit.ip'), cell: (row: AuditRow) => row.ip ?? '–' },
  ]
  return (
    <Section title={t('audit.title')} text={t('audit.text')}>
      <div className="pt-toolbar">
        <TextInput
          name="account"
          label={t('audit.accountId')}
          value={account}
          onValue={setAccount}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          name="kind"
          label={t('audit.kind')}
          placeholder="login.failed"
          value={kind}
          onValue={setKind}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <DataTable
        list={list}
        columns={columns}
        label={t('audit.title')}
        keyOf={(row) => `${row.account.id}/${row.seq}`}
        empty={<Nothing text={t('audit.none')} />}
      />
    </Section>
  )
}
