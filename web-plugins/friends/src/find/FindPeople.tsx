// Search for people by nickname, and suggestions from the caller's world.
import {
  EmptyInline,
  EmptyState,
  ErrorMessage,
  Icon,
  RowSkeletons,
  SearchInput,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useSearch } from '../api/friends'
import { FoundPerson } from './FoundPerson'
import { nicknameOf } from './nickname'
import { Suggestions } from './Suggestions'

export const SEARCH_MS = 500

export function FindPeople() {
  const t = useText('friends')
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState('')
  const debounced = useDebounced(typed, SEARCH_MS)
  // Enter searches without waiting for the delay.
  const text = pressed === typed ? typed : debounced

  function search(event: FormEvent) {
    event.preventDefault()
    setPressed(typed)
  }

  /** The arrow keys move the focus between the field and the results. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-first]')]
    const at = stops.indexOf(
      document.activeElement?.closest<HTMLElement>('input, [data-first]') as HTMLElement,
    )
    const next = stops[Math.max(0, at + by)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className="fr-find">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys only move the focus between controls inside */}
      <section className="wv-card wv-panel" onKeyDown={onKeyDown}>
        <form onSubmit={search} noValidate>
          <SearchInput
            name="search"
            label={t('find.label')}
            hint={t('find.hint')}
            lead={<Icon name="search" size={18} />}
            enterKeyHint="search"
            value={typed}
            onValue={(value) => setTyped(nicknameOf(value))}
          />
        </form>
        <div>
          {text === '' ? (
            <EmptyState title={t('find.start')} text={t('find.startText')} />
          ) : (
            <Results text={text} />
          )}
        </div>
      </section>
      <Suggestions />
    </div>
  )
}

function Results({ text }: { text: string }) {
  const t = useText('friends')
  const found = useSearch(text)
  if (found.status === 'pending') return <RowSkeletons rows={3} height={64} />
  if (found.status === 'error')
    return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.items.length === 0) {
    return (
      <div role="status">
        <EmptyInline text={t('find.none', { text })} />
      </div>
    )
  }
  return (
    <>
      <p className="wv-visually-hidden" role="status">
        {t('find.count', { count: found.data.items.length })}
      </p>
      <ul className="wv-rows" aria-label={t('find.results')}>
        {found.data.items.map((one) => (
          <li key={one.userId}>
            <FoundPerson person={one} state={one.state} />
          </li>
        ))}
      </ul>
    </>
  )
}
