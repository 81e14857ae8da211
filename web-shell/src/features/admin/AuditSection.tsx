// The audit log of all accounts, filtered by account or kind.
import {
  EmptyInline,
  formatMoment,
  PersonLine,
  Select,
  TextInput,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { detailOf, KINDS } from '../profile/activity/kinds'
import { type AuditRow, useAudit } from './api'
import { useKindText } from './useKindText'

export function AuditSection() {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const kinds = useText('shell-profile')
  const kindText = useKindText()
  const [account, setAccount] = useState('')
  const [kind, setKind] = useState('')
  const query = { account: useDebounced(account.trim()), kind }
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
    {
      id: 'kind',
      title: t('audit.kind'),
      cell: (row: AuditRow) => <span title={row.kind}>{kindText(row.kind)}</span>,
    },
    {
      id: 'details',
      title: t('audit.details'),
      cell: (row: AuditRow) => detailOf(row.details, { safety: words, profile: kinds }) || '–',
    },
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
        <Select
          name="kind"
          label={t('audit.kind')}
          value={kind}
          onValue={setKind}
          options={[
            { value: '', text: t('audit.everyKind') },
            ...KINDS.map((code) => ({ value: code, text: kindText(code) })),
          ]}
        />
      </div>
      <DataTable
        list={list}
        columns={columns}
        label={t('audit.title')}
        keyOf={(row) => `${row.account.id}/${row.seq}`}
        empty={<EmptyInline text={t('audit.none')} />}
      />
    </Section>
  )
}
