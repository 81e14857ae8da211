// Which collections of the world a plugin may use: all of them, or those that are chosen here.
import { Checkbox, EmptyInline, ErrorMessage, LoadMoreButton, RowSkeletons, useText } from '@witverse/sdk'
import { type ReactNode, useId, useState } from 'react'
import { type ManagedWorld, useWorldCollections } from '../api/collections'
import { CollectionLabel, CollectionName } from './CollectionName'
import { collectionsError, MAX_COLLECTIONS } from './grant'
import type { GrantForm } from './useGrantForm'

interface Props {
  world: ManagedWorld
  form: GrantForm
}

const CHOICES = ['all', 'chosen'] as const

export function CollectionsField({ world, form: { draft, onDraft, showErrors, limited } }: Props) {
  const t = useText('extensions')
  const noteId = useId()
  const error = showErrors ? collectionsError(draft, limited) : null
  const choice = draft.onlyChosen ? 'chosen' : 'all'
  return (
    <fieldset
      className="ex-choice"
      aria-describedby={error ? noteId : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className="ex-heading">{t('collections.title')}</legend>
      {CHOICES.map((one) => (
        <div key={one} className="wv-check">
          <label>
            <input
              type="radio"
              name="collections"
              value={one}
              checked={choice === one}
              onChange={() => onDraft({ ...draft, onlyChosen: one === 'chosen' })}
            />
            <span>
              {t(`collections.${one}`)}
              <small>{t(`collections.${one}Text`)}</small>
            </span>
          </label>
        </div>
      ))}
      {draft.onlyChosen && (
        <Choices
          world={world}
          chosen={draft.collections}
          onChosen={(collections) => onDraft({ ...draft, collections })}
        />
      )}
      {error && (
        <p id={noteId} className="ex-error" role="alert">
          {t(`collections.error.${error}`, { max: MAX_COLLECTIONS })}
        </p>
      )}
    </fieldset>
  )
}

interface ChoicesProps {
  world: ManagedWorld
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

function Choices({ world, chosen, onChosen }: ChoicesProps) {
  const t = useText('extensions')
  const list = useWorldCollections(world.id)
  // Those that were chosen before stay where they are after a click.
  const [first] = useState(() => [...chosen])
  if (list.isPending) return <RowSkeletons rows={2} height={32} />
  if (list.isError) return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  const isListed = (id: string) => list.items.some(({ collectionId }) => collectionId === id)
  const others = first.filter((id) => !isListed(id))
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChosen(next)
  }
  if (list.items.length + others.length === 0) return <EmptyInline text={t('collections.none')} />
  const box = (id: string, label: ReactNode) => (
    <li key={id}>
      <Checkbox
        name={`collection.${id}`}
        label={label}
        checked={chosen.has(id)}
        onChecked={(on) => choose(id, on)}
      />
    </li>
  )
  return (
    <div className="ex-choices">
      <ul className="ex-collections" aria-label={t('collections.list')}>
        {others.map((id) => box(id, <CollectionName world={world} id={id} />))}
        {list.items.map((collection) =>
          box(collection.collectionId, <CollectionLabel collection={collection} />),
        )}
      </ul>
      <LoadMoreButton list={list} />
    </div>
  )
}
