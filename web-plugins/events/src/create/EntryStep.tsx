// Who may take part and how, tickets, the question, no-shows; and the attempts and prizes of a challenge.
import { Button, Notice, Segments, TextInput, useText } from '@witverse/sdk'
import { hasLaps, useBlock } from '../api/choices'
import { digits, NEW_TICKET, PRIZES_MAX, TICKETS_MAX, type TicketDraft, trimmed } from './draft'
import { FieldError } from './FieldError'
import { GatesField } from './GatesField'
import type { StepProps } from './step-props'

const ELIGIBILITIES = ['open', 'items', 'tickets'] as const
const ENTRIES = ['first', 'approval', 'draw'] as const
const SCORINGS = ['best', 'sum'] as const
const LAPS = ['1', '2', '3']

export function EntryStep(props: StepProps) {
  const t = useText('events')
  const { draft, set, errorOf } = props
  const isTicketed = draft.eligibility === 'tickets'
  return (
    <>
      <Segments
        showsLabel
        label={t('create.eligibility')}
        name="eligibility"
        value={draft.eligibility}
        onValue={(value) => set({ eligibility: ELIGIBILITIES.find((one) => one === value) ?? 'open' })}
        options={ELIGIBILITIES.map((value) => ({ value, text: t(`eligibility.${value}`) }))}
      />
      {draft.eligibility === 'items' && <GatesField {...props} />}
      {isTicketed ? (
        <Tickets {...props} />
      ) : (
        <Segments
          showsLabel
          label={t('create.entry')}
          name="entry"
          value={draft.entry}
          onValue={(value) => set({ entry: ENTRIES.find((one) => one === value) ?? 'first' })}
          options={ENTRIES.map((value) => ({ value, text: t(`entries.${value}`) }))}
        />
      )}
      <FieldError text={errorOf('entry') ?? errorOf('eligibility')} />
      {!isTicketed && draft.entry === 'draw' && (
        <>
          <TextInput
            name="drawMinutes"
            label={t('create.drawMinutes')}
            hint={t('create.drawHint')}
            inputMode="numeric"
            value={draft.drawMinutes}
            onValue={(text) => set({ drawMinutes: digits(text) })}
            error={errorOf('drawMinutes')}
          />
          <TextInput
            name="maxPeople"
            label={t('create.drawPlaces')}
            hint={t('create.drawLimit')}
            inputMode="numeric"
            value={draft.hasLimit ? draft.maxPeople : ''}
            onValue={(text) => set({ hasLimit: true, maxPeople: digits(text) })}
            error={errorOf('maxPeople')}
          />
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
      {draft.type === 'challenge' ? (
        <Challenge {...props} />
      ) : (
        <TextInput
          name="noShowMinutes"
          label={t('create.noShow')}
          hint={t('create.noShowHint')}
          inputMode="numeric"
          value={draft.noShowMinutes}
          onValue={(text) => set({ noShowMinutes: digits(text) })}
          error={errorOf('noShowMinutes')}
        />
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
      <FieldError text={errorOf('tickets')} />
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
  const block = useBlock(draft.blockId)
  const prizes = [...draft.prizes, ''].slice(0, PRIZES_MAX)
  const change = (at: number, text: string) => {
    const next = prizes.map((prize, n) => (n === at ? digits(text) : prize))
    set({ prizes: trimmed(next) })
  }
  return (
    <>
      <Segments
        showsLabel
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
      {hasLaps(block.data) && (
        <>
          <Segments
            showsLabel
            label={t('create.laps')}
            name="laps"
            value={draft.laps}
            onValue={(laps) => set({ laps })}
            options={LAPS.map((value) => ({ value, text: t('facts.laps', { count: Number(value) }) }))}
          />
          <p className="wv-note">{t('create.lapsHint')}</p>
          <FieldError text={errorOf('laps')} />
        </>
      )}
      <fieldset className="ev-prize-drafts">
        <legend>{t('create.prizes')}</legend>
        <p className="wv-note">{t('create.prizesText')}</p>
        {prizes.map((prize, at) => (
          <TextInput
            key={at}
            name={`prize-${at}`}
            label={t('rank', { rank: at + 1 })}
            inputMode="numeric"
            value={prize}
            onValue={(text) => change(at, text)}
            error={errorOf(`prizes.${at}`)}
          />
        ))}
        <FieldError text={errorOf('prizes')} />
      </fieldset>
    </>
  )
}
