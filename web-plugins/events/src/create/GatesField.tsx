// The items and collections of which one is enough to take part: chosen from the organiser's lists, found by name, or by the
// address of a page.
import { Button, Icon, useAction, useDebounced, useLanguage, useText } from '@witverse/sdk'
import { Combobox, type ComboboxOption } from '@witverse/sdk/pickers'
import { useParams } from '@witverse/sdk/router'
import { useEffect, useRef, useState } from 'react'
import { gateIdIn, useCollections, useFoundGates, useReadGate } from '../api/choices'
import { GATES_MAX } from './draft'
import { FieldError } from './FieldError'
import type { StepProps } from './step-props'

/** An option has the id of its item or collection behind its kind. */
const keyOf = (id: string, isCollection: boolean) => `${isCollection ? 'collection' : 'item'}:${id}`

export function GatesField({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const read = useReadGate()
  const [typed, setTyped] = useState('')
  /** A new field after each choice, because the field keeps the text of what was chosen. */
  const [round, setRound] = useState(0)
  const field = useRef<HTMLDivElement>(null)
  const options = useOptions(typed)
  const isFull = draft.gates.length >= GATES_MAX
  const { pending, run } = useAction(async (key: string) => {
    const [kind, id = ''] = key.split(':')
    const gate = await read(id, kind === 'collection')
    set({ gates: [...draft.gates.filter((one) => one.id !== id), gate] })
    setTyped('')
    setRound((before) => before + 1)
  })
  useEffect(() => {
    if (round > 0) field.current?.querySelector('input')?.focus()
  }, [round])
  return (
    <fieldset className="ev-choices">
      <legend>{t('create.gates')}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside drops its text with the focus; the search follows */}
      <div ref={field} onFocus={({ target }) => target instanceof HTMLInputElement && setTyped('')}>
        <Combobox
          key={round}
          label={t('create.findGate')}
          name="gate"
          value={null}
          onValue={(option) => option && void run(option.id)}
          options={options.shown.filter(({ id }) => !draft.gates.some((one) => id.endsWith(one.id)))}
          onSearch={setTyped}
          searching={options.isSearching || pending}
          disabled={isFull}
          hint={t(isFull ? 'create.gatesFull' : 'create.gateHint')}
        />
      </div>
      {draft.gates.length > 0 && (
        <ul className="ev-gates" aria-label={t('create.chosenGates')}>
          {draft.gates.map((one) => (
            <li key={one.id}>
              <span>
                {one[language]}{' '}
                <small>{t(one.isCollection ? 'create.gateKinds.collection' : 'create.gateKinds.item')}</small>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('create.removeGate', { name: one[language] })}
                onClick={() => set({ gates: draft.gates.filter(({ id }) => id !== one.id) })}
              >
                <Icon name="close" size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldError text={errorOf('gates')} />
    </fieldset>
  )
}

/** Without a text the lists of collections; with one the items and collections that match, or the one of an address. */
function useOptions(typed: string): { shown: ComboboxOption[]; isSearching: boolean } {
  const t = useText('events')
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const q = useDebounced(typed.trim(), 300)
  const lists = useCollections(worldName, true)
  const found = useFoundGates(q)
  const address = gateIdIn(typed)
  if (address !== null) {
    const isCollection = typed.includes('/collection/') || /\/market\/[0-9a-f]{8}-/.test(typed)
    const note = t(isCollection ? 'create.gateKinds.collection' : 'create.gateKinds.item')
    return { shown: [{ id: keyOf(address, isCollection), text: address, note }], isSearching: false }
  }
  if (typed.trim() === '') {
    const shown = (lists.data ?? []).map((one) => ({
      id: keyOf(one.id, true),
      text: one[language],
      note: t(`create.origins.${one.origin}`),
    }))
    return { shown, isSearching: lists.isPending }
  }
  const shown = (found.data ?? []).map(({ id, isCollection, title }) => ({
    id: keyOf(id, isCollection),
    text: title,
    note: t(isCollection ? 'create.gateKinds.collection' : 'create.gateKinds.item'),
  }))
  return { shown, isSearching: found.isFetching || q !== typed.trim() }
}
