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

export function CollectionFilter({ value, onValue }: PlaceFilterProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const found = useCollectionSearch(q)
  const chosen = useMarketCollection(value)
  const name =
    chosen.status === 'error' ? t('filters.unknownCollection') : (chosen.data?.name[language] ?? '')
  return (
    <Combobox
      label={t('filters.collection')}
      name="collection"
      placeholder={t('filters.everyCollection')}
      value={value !== '' && name !== '' ? { id: value, text: name } : null}
      onValue={(option) => onValue(option?.id ?? '')}
      onSearch={setTyped}
      searching={q !== typed.trim() || found.isFetching}
      options={
        typed.trim() === ''
          ? []
          : (found.data?.items ?? []).map(({ id, title, text }) => ({
              id,
              text: title,
              note: text[language],
            }))
      }
    />
  )
}

/** Worlds are chosen by their names, which never change. */
export function WorldFilter({ value, onValue }: PlaceFilterProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const found = useWorldSearch(q)
  return (
    <Combobox
      label={t('filters.world')}
      name="world"
      placeholder={t('filters.everyWorld')}
      value={value === '' ? null : { id: value, text: value }}
      onValue={(option) => onValue(option?.id ?? '')}
      onSearch={setTyped}
      searching={q !== typed.trim() || found.isFetching}
      options={
        typed.trim() === ''
          ? []
          : (found.data?.items ?? []).map(({ title, text }) => ({
              id: title,
              text: title,
              note: text[language],
            }))
      }
    />
  )
}
