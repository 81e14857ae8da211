// Finds an account by the start of the email or nickname, or by id.
import {
  Avatar,
  EmptyInline,
  ErrorMessage,
  RowSkeletons,
  SearchInput,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { type AccountRow, useAccounts } from '../api'

interface PersonPickerProps {
  onPick: (person: AccountRow) => void
  error?: string | undefined
}

export function PersonPicker({ onPick, error }: PersonPickerProps) {
  const t = useText('shell-money')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  return (
    <div className="ad-picker">
      <SearchInput name="person" label={t('person.search')} value={typed} onValue={setTyped} error={error} />
      {search !== '' && <SearchResults search={search} onPick={onPick} />}
    </div>
  )
}

interface SearchResultsProps {
  search: string
  onPick: (person: AccountRow) => void
}

function SearchResults({ search, onPick }: SearchResultsProps) {
  const t = useText('shell-money')
  const list = useAccounts(search)
  if (list.status === 'pending') return <RowSkeletons rows={2} />
  if (list.status === 'error') {
    return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.items.length === 0) return <EmptyInline text={t('person.none')} />
  return (
    <ul className="ad-found" aria-label={t('person.found')}>
      {list.items.slice(0, 8).map((person) => (
        <li key={person.id}>
          <button type="button" onClick={() => onPick(person)}>
            <Avatar name={person.nickname ?? person.email} image={person.image} size={32} />
            <span>
              <strong>{person.nickname ?? person.email}</strong>
              {person.nickname && <small>{person.email}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
