// The filters by collection and by world: fields that suggest what the typed text finds.
import { useDebounced, useLanguage, useText } from '@witverse/sdk'
import { Combobox } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { useCollectionSearch, useMarketCollection, useWorldSearch } from '../api/market'

interface PlaceFilterProps {
  /** Empty: all. */
  value: string
  onValue: (value: string) => void
}

/** What was typed, and what it finds. */
function useTyped<T>(useSearch: (q: string) => { data?: { items: T[] } | undefined; isFetching: boolean }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const q = useDebounced(typed)
  const found = useSearch(q)
  return {
    found: typed === '' ? [] : (found.data?.items ?? []),
    props: { onSearch: setText, searching: q !== typed || found.isFetching },
  }
}

export function CollectionFilter({ value, onValue }: PlaceFilterProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const { found, props } = useTyped(useCollectionSearch)
  const chosen = useMarketCollection(value)
  const name =
    chosen.status === 'error' ? t('filters.unknownCollection') : (chosen.data?.name[language] ?? '')
  return (
    <Combobox
      {...props}
      label={t('filters.collection')}
      name="collection"
      placeholder={t('filters.everyCollection')}
      value={value !== '' && name !== '' ? { id: value, text: name } : null}
      onValue={(option) => onValue(option?.id ?? '')}
      options={found.map(({ id, title, text }) => ({ id, text: title, note: text[language] }))}
    />
  )
}

/** Worlds are chosen by their names, which never change. */
export function WorldFilter({ value, onValue }: PlaceFilterProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const { found, props } = useTyped(useWorldSearch)
  return (
    <Combobox
      {...props}
      label={t('filters.world')}
      name="world"
      placeholder={t('filters.everyWorld')}
      value={value === '' ? null : { id: value, text: value }}
      onValue={(option) => onValue(option?.id ?? '')}
      options={found.map(({ title, text }) => ({ id: title, text: title, note: text[language] }))}
    />
  )
}
