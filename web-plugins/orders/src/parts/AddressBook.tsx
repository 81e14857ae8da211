// The address book of a checkout: choosing an address, adding one, deleting one.

import {
  Badge,
  Button,
  Checkbox,
  ErrorMessage,
  Icon,
  RowSkeletons,
  SendingScope,
  TextInput,
  useAction,
  useBoot,
  useText,
} from '@witverse/sdk'
import { Form, FormError, FormField, requiredText, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useAddresses, useOrderActions } from '../api/orders'
import type { Address, AddressFields } from '../api/types'
import { KakaoSearch } from '../postcode/KakaoSearch'
import type { FoundAddress } from '../postcode/kakao'
import { AddressSearch } from './AddressSearch'

const EMPTY: AddressFields = { recipient: '', phone: '', postalCode: '', street: '', detail: '' }

/** The fields of a form for an address, or of an empty one. */
function fieldsOf(address: Address | null): AddressFields {
  if (!address) return EMPTY
  const { recipient, phone, postalCode, street, detail } = address
  return { recipient, phone, postalCode, street, detail }
}

interface AddressBookProps {
  chosen: string | null
  onChoose: (address: Address | null) => void
}

export function AddressBook({ chosen, onChoose }: AddressBookProps) {
  const t = useText('orders')
  const book = useAddresses(true)
  const actions = useOrderActions()
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Address | null>(null)
  const remove = useAction(async (address: Address) => {
    await actions.removeAddress(address.addressId)
    if (chosen === address.addressId) onChoose(null)
  })
  if (book.status === 'pending') return <RowSkeletons />
  if (book.status === 'error') return <ErrorMessage error={book.error} onRetry={() => void book.refetch()} />
  const { items } = book.data
  const shownForm = adding || editing !== null || items.length === 0
  const close = () => {
    setAdding(false)
    setEditing(null)
  }
  return (
    <div className="od-addresses">
      <fieldset>
        <legend>{t('address.title')}</legend>
        {items.map((address) => (
          <div key={address.addressId} className="od-address">
            <label>
              <input
                type="radio"
                name="address"
                checked={chosen === address.addressId}
                onChange={() => onChoose(address)}
              />
              <span>
                <strong>
                  {address.recipient} {address.isDefault && <Badge>{t('address.default')}</Badge>}
                </strong>
                <small>
                  ({address.postalCode}) {address.street} {address.detail}
                </small>
                <small>{address.phone}</small>
              </span>
            </label>
            <Button
              variant="quiet"
              size="small"
              aria-label={t('address.editOf', { name: address.recipient })}
              onClick={() => setEditing(address)}
            >
              <Icon name="edit" size={16} />
            </Button>
            <Button
              variant="quiet"
              size="small"
              pending={remove.pending}
              aria-label={t('address.removeOf', { name: address.recipient })}
              onClick={() => void remove.run(address)}
            >
              <Icon name="trash" size={16} />
            </Button>
          </div>
        ))}
      </fieldset>
      {shownForm ? (
        <SendingScope>
          <AddressForm
            key={editing?.addressId ?? 'new'}
            edited={editing}
            onCancel={items.length > 0 ? close : undefined}
            onSaved={(address) => {
              close()
              onChoose(address)
            }}
          />
        </SendingScope>
      ) : (
        <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
          <Icon name="plus" size={16} /> {t('address.add')}
        </Button>
      )}
    </div>
  )
}

interface AddressFormProps {
  edited: Address | null
  onSaved: (address: Address | null) => void
  onCancel: (() => void) | undefined
}

const REQUIRED = requiredText()
const SCHEMA = z.object({
  ...{ recipient: REQUIRED, phone: REQUIRED, postalCode: REQUIRED, street: REQUIRED },
  detail: z.string(),
  isDefault: z.boolean(),
})

function AddressForm({ edited, onSaved, onCancel }: AddressFormProps) {
  const t = useText('orders')
  const actions = useOrderActions()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { ...fieldsOf(edited), isDefault: edited?.isDefault ?? true },
    submit: async (body) => {
      if (edited) {
        const changed = await actions.changeAddress(edited.addressId, body)
        return onSaved(changed.items.find(({ addressId }) => addressId === edited.addressId) ?? null)
      }
      const saved = await actions.addAddress(body)
      const made = saved.items.find(
        ({ recipient, street }) => recipient === body.recipient && street === body.street,
      )
      onSaved(made ?? saved.items[0] ?? null)
    },
  })
  const hasKakao = useBoot().address?.kakao === true
  const fill = (found: FoundAddress) => {
    for (const [name, text] of Object.entries(found)) form.state.setValue(name as keyof AddressFields, text)
  }
  const input = (name: keyof AddressFields, autoComplete: string, numeric = false) => (
    <FormField form={form} name={name}>
      {(field) => (
        <TextInput
          {...field}
          label={t(`address.${name}`)}
          autoComplete={autoComplete}
          {...(numeric && { inputMode: 'numeric' as const })}
        />
      )}
    </FormField>
  )
  return (
    <Form form={form} className="od-address-form">
      {input('recipient', 'name')}
      {input('phone', 'tel-national', true)}
      <AddressSearch onChoose={fill} />
      {hasKakao && <KakaoSearch onChoose={fill} />}
      {input('postalCode', 'postal-code', true)}
      {input('street', 'address-line1')}
      {input('detail', 'address-line2')}
      <FormField form={form} name="isDefault">
        {({ name, value, onValue }) => (
          <Checkbox name={name} checked={value} onChecked={onValue} label={t('address.makeDefault')} />
        )}
      </FormField>
      <p className="wv-note">{t('address.privacy')}</p>
      <FormError form={form} />
      <div className="wv-actions">
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <SubmitButton form={form}>{t('address.save')}</SubmitButton>
      </div>
    </Form>
  )
}
