// Who may take part and how, tickets, the question, no-shows; and the attempts and prizes of a challenge.
import {
  Button,
  Checkbox,
  Icon,
  Notice,
  Segments,
  TextInput,
  useAction,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { useFindItem, useOfficialCollections } from '../api/events'
import {
  type Draft,
  digits,
  GATES_MAX,
  itemIdIn,
  NEW_TICKET,
  PRIZES_MAX,
  TICKETS_MAX,
  type TicketDraft,
} from './draft'
import type { StepProps } from './step-props'

const ELIGIBILITIES = ['open', 'items', 'tickets'] as const
const ENTRIES = ['first', 'approval', 'draw'] as const
const SCORINGS = ['best', 'sum'] as const

export function EntryStep(props: StepProps) {
  const t = useText('events')
  const { draft, set, errorOf } = props
  const isTicketed = draft.eligibility === 'tickets'
  return (
    <>
      <Segments
        label={t('create.eligibility')}
        name="eligibility"
        value={draft.eligibility}
        onValue={(value) => set({ eligibility: ELIGIBILITIES.find((one) => one === value) ?? 'open' })}
        options={ELIGIBILITIES.map((value) => ({ value, text: t(`eligibility.${value}`) }))}
      />
      {draft.eligibility === 'items' && (
        <>
          <Collections {...props} />
          <Items {...props} />
        </>
      )}
      {isTicketed ? (
        <Tickets {...props} />
      ) : (
        <Segments
          label={t('create.entry')}
          name="entry"
          value={draft.entry}
          onValue={(value) => set({ entry: ENTRIES.find((one) => one === value) ?? 'first' })}
          options={ENTRIES.map((value) => ({ value, text: t(`entries.${value}`) }))}
        />
      )}
      {!isTicketed && draft.entry === 'draw' && (
        <>
          <TextInput
            name="drawMinutes"
            label={t('create.drawMinutes')}
            hint={t('create.drawHint')}
            inputMode="numeric"
            value={draft.drawMinutes}
            onValue={(text) => set({ drawMinutes: digits(text) })}
          />
          {!draft.hasLimit && <Notice icon="warning">{t('create.drawLimit')}</Notice>}
        </>
      )}
      {(['questionKo', 'questionEn'] as const).map((name) => (
        <TextInput
          key={name}
          name={name}
          label={t(`create.${name}`)}
          maxLength={200}
          value={draft[name]}
          onValue={(text) => set({ [name]: text })}
          error={errorOf(name)}
        />
      ))}
      <TextInput
        name="noShowMinutes"
        label={t('create.noShow')}
        hint={t('create.noShowHint')}
        inputMode="numeric"
        value={draft.noShowMinutes}
        onValue={(text) => set({ noShowMinutes: digits(text) })}
      />
      {draft.type === 'challenge' && <Challenge {...props} />}
    </>
  )
}

function Collections({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const collections = useOfficialCollections(true)
  const chosen = new Set(draft.collections)
  return (
    <fieldset className="ev-choices">
      <legend>{t('create.collections')}</legend>
      {collections.data?.items.map(({ collectionId, name }) => (
        <Checkbox
          key={collectionId}
          name={collectionId}
          label={name[language]}
          checked={chosen.has(collectionId)}
          onChecked={(isChosen) =>
            set({
              collections: isChosen
                ? [...draft.collections, collectionId].slice(draft.items.length - GATES_MAX)
                : draft.collections.filter((one) => one !== collectionId),
            })
          }
        />
      ))}
      {collections.data?.items.length === 0 && <p className="ev-note">{t('create.noCollections')}</p>}
      {errorOf('collections') && <p className="ev-error">{errorOf('collections')}</p>}
    </fieldset>
  )
}

/** Single items by the address of their page. */
function Items({ draft, set }: StepProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const find = useFindItem()
  const id = itemIdIn(text)
  const isFull = draft.items.length + draft.collections.length >= GATES_MAX
  const { pending, run } = useAction(async (itemId: string) => {
    const { name } = await find(itemId)
    const others = draft.items.filter((one) => one.id !== itemId)
    set({ items: [...others, { id: itemId, ko: name.ko, en: name.en }] })
    setText('')
  })
  return (
    <>
      <TextInput
        name="item"
        label={t('create.item')}
        hint={t('create.itemHint')}
        value={text}
        onValue={setText}
        autoComplete="off"
        error={text.trim() !== '' && id === null ? t('create.itemUnknown') : undefined}
      />
      <div className="wv-actions">
        <Button
          variant="secondary"
          pending={pending}
          disabled={id === null || isFull}
          onClick={() => id !== null && void run(id)}
        >
          {t('create.addItem')}
        </Button>
      </div>
      {draft.items.length > 0 && (
        <ul className="ev-gates" aria-label={t('create.items')}>
          {draft.items.map((one) => (
            <li key={one.id}>
              <span>{one[language]}</span>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('create.removeItem', { name: one[language] })}
                onClick={() => set({ items: draft.items.filter(({ id }) => id !== one.id) })}
              >
                <Icon name="close" size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const TICKET_FIELDS = ['ko', 'en', 'textKo', 'textEn', 'price', 'quantity'] as const

function Tickets({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const change = (at: number, changes: Partial<TicketDraft>) =>
    set({ tickets: draft.tickets.map((ticket, n) => (n === at ? { ...ticket, ...changes } : ticket)) })
  return (
    <>
      <Notice icon="lock">{t('create.ticketsFixed')}</Notice>
      {draft.tickets.map((ticket, at) => (
        <fieldset key={at} className="ev-ticket-draft">
          <legend>{t('create.ticket', { number: at + 1 })}</legend>
          {TICKET_FIELDS.map((name) => {
            const isNumber = name === 'price' || name === 'quantity'
            return (
              <TextInput
                key={name}
                name={`ticket-${at}-${name}`}
                label={t(`create.ticket_${name}`)}
                maxLength={isNumber ? 7 : name.startsWith('text') ? 300 : 40}
                {...(isNumber && { inputMode: 'numeric' as const })}
                value={ticket[name]}
                onValue={(text) => change(at, { [name]: isNumber ? digits(text) : text })}
                error={errorOf(`tickets.${at}.${name}`)}
              />
            )
          })}
          {draft.tickets.length > 1 && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => set({ tickets: draft.tickets.filter((_, n) => n !== at) })}
            >
              {t('create.removeTicket')}
            </Button>
          )}
        </fieldset>
      ))}
      {draft.tickets.length < TICKETS_MAX && (
        <Button variant="secondary" onClick={() => set({ tickets: [...draft.tickets, NEW_TICKET] })}>
          {t('create.addTicket')}
        </Button>
      )}
    </>
  )
}

function Challenge({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const prizes = [...draft.prizes, ''].slice(0, PRIZES_MAX)
  const change = (at: number, text: string) => {
    const next = prizes.map((prize, n) => (n === at ? digits(text) : prize))
    set({ prizes: trimmed(next) })
  }
  return (
    <>
      <Segments
        label={t('create.scoring')}
        name="scoring"
        value={draft.scoring}
        onValue={(value) => set({ scoring: SCORINGS.find((one) => one === value) ?? 'best' })}
        options={SCORINGS.map((value) => ({ value, text: t(`scoring.${value}`) }))}
      />
      <TextInput
        name="attempts"
        label={t('create.attempts')}
        inputMode="numeric"
        value={draft.attempts}
        onValue={(text) => set({ attempts: digits(text) })}
        error={errorOf('attempts')}
      />
      <fieldset className="ev-prize-drafts">
        <legend>{t('create.prizes')}</legend>
        <p className="ev-note">{t('create.prizesText')}</p>
        {prizes.map((prize, at) => (
          <TextInput
            key={at}
            name={`prize-${at}`}
            label={t('rank', { rank: at + 1 })}
            inputMode="numeric"
            value={prize}
            onValue={(text) => change(at, text)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** Without empty prizes at the end. */
function trimmed(prizes: Draft['prizes']): Draft['prizes'] {
  const last = prizes.findLastIndex((prize) => prize !== '')
  return prizes.slice(0, last + 1)
}
