import {
  Badge,
  EmptyInline,
  formatDate,
  formatMoment,
  ListView,
  PersonLine,
  SearchInput,
  textOr,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { type AccountRow, type AccountState, useAccounts, useAppointments } from './api'

const TONES: Record<AccountState, 'good' | 'bad' | 'plain'> = {
  active: 'good',
  suspended: 'bad',
  deleting: 'bad',
  unverified: 'plain',
}

export function StateBadge({ state }: { state: AccountState }) {
  const t = useText('shell-operators')
  return <Badge tone={TONES[state]}>{t(`accountStates.${state}`)}</Badge>
}

export function PeopleSection() {
  const t = useText('shell-operators')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const list = useAccounts(search)
  const columns = [
    {
      id: 'person',
      title: t('people.person'),
      cell: (row: AccountRow) => (
        <PersonLine
          name={row.nickname ?? row.email}
          note={row.nickname && row.email}
          image={row.image}
          to={`/admin/people/${row.id}`}
        />
      ),
    },
    { id: 'state', title: t('people.state'), cell: (row: AccountRow) => <StateBadge state={row.state} /> },
    {
      id: 'roles',
      title: t('people.roles'),
      cell: (row: AccountRow) =>
        row.roles.length === 0 ? (
          '–'
        ) : (
          <span className="pt-badges">
            {row.roles.map((role) => (
              <Badge key={role} tone="accent">
                {textOr(t, `roles.${role}`, role)}
              </Badge>
            ))}
          </span>
        ),
    },
    { id: 'since', title: t('people.since'), cell: (row: AccountRow) => formatDate(row.createdAt) },
  ]
  return (
    <>
      <OpenAppointments />
      <Section title={t('people.title')} text={t('people.text')}>
        <SearchInput name="search" label={t('people.search')} value={typed} onValue={setTyped} />
        <DataTable
          list={list}
          columns={columns}
          label={t('people.title')}
          keyOf={(row) => row.id}
          empty={<EmptyInline text={t('people.none', { search })} />}
        />
      </Section>
    </>
  )
}

/** Renders nothing without an open proposal. */
function OpenAppointments() {
  const t = useText('shell-operators')
  const list = useAppointments()
  if (list.items.length === 0) return null
  return (
    <Section title={t('roles.open')} text={t('roles.openText')}>
      <ListView list={list} label={t('roles.open')} keyOf={(row) => row.id} empty={null}>
        {(row) => (
          <PersonLine
            name={row.account.nickname ?? row.account.id}
            note={t('roles.proposedBy', {
              name: row.proposedBy.nickname ?? row.proposedBy.id,
              date: formatMoment(row.proposedAt),
            })}
            to={`/admin/people/${row.account.id}`}
          />
        )}
      </ListView>
    </Section>
  )
}
