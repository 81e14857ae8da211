// The search for a postal code by street, building or quarter. It only fills in the form: typing stays possible.
import { Button, ErrorMessage, Icon, RowSkeletons, TextInput, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useAddressSearch } from '../api/postcodes'
import type { FoundAddress } from '../postcode/kakao'

interface AddressSearchProps {
  onChoose: (found: FoundAddress) => void
}

export function AddressSearch({ onChoose }: AddressSearchProps) {
  const t = useText('orders')
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const found = useAddressSearch(asked)
  const ask = () => setAsked(text.trim())
  return (
    <search>
      <div className="od-search-line">
        <TextInput
          label={t('search.title')}
          hint={t('search.hint')}
          name="address-search"
          value={text}
          maxLength={120}
          onValue={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // The form around it would be saved.
            event.preventDefault()
            ask()
          }}
        />
        <Button variant="secondary" disabled={text.trim() === ''} onClick={ask}>
          <Icon name="search" size={16} /> {t('search.action')}
        </Button>
      </div>
      {asked !== '' && found.status === 'pending' && <RowSkeletons rows={2} />}
      {found.status === 'error' && <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <p className={found.data.items.length > 0 ? 'wv-visually-hidden' : 'wv-note'} role="status">
          {!found.data.hasIndex && t('search.noIndex')}
          {found.data.hasIndex &&
            (found.data.items.length > 0
              ? t('search.count', { count: found.data.items.length })
              : t('search.none'))}
        </p>
      )}
      {found.data && found.data.items.length > 0 && (
        <ul className="od-found" aria-label={t('search.found')}>
          {found.data.items.map((address) => (
            <li key={`${address.street} ${address.lot} ${address.building}`}>
              <button
                type="button"
                onClick={() => {
                  const name = address.building && ` (${address.building})`
                  onChoose({ postalCode: address.postalCode, street: `${address.street}${name}` })
                  setText('')
                  setAsked('')
                }}
              >
                <strong>{address.postalCode}</strong>
                <span>
                  {address.street}
                  <small>
                    {[language === 'en' ? address.streetEn : address.lot, address.building]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
