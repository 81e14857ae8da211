// The draft of an event in the wizard: its fields, and the body of the request.
import type { EventFormValue } from '@witverse/sdk'
import type { Gate } from '../api/choices'
import type { EventDetail, Kind } from '../api/types'

export interface TicketDraft {
  ko: string
  en: string
  textKo: string
  textEn: string
  price: string
  quantity: string
}

export interface Draft {
  type: Kind
  titleKo: string
  titleEn: string
  descriptionKo: string
  descriptionEn: string
  imageId: string
  imageUrl: string
  blockId: string
  startsAt: string
  duration: string
  hasLimit: boolean
  maxPeople: string
  eligibility: 'open' | 'items' | 'tickets'
  /** Items and collections of which one is enough to take part. */
  gates: Gate[]
  tickets: TicketDraft[]
  entry: 'first' | 'approval' | 'draw'
  drawMinutes: string
  questionKo: string
  questionEn: string
  noShowMinutes: string
  attempts: string
  scoring: 'best' | 'sum'
  /** Of the races that count; only sent for a challenge. */
  laps: string
  prizes: string[]
  /** The installed plugin that it is held with. */
  plugin: EventFormValue | null
}

export const NEW_TICKET: TicketDraft = { ko: '', en: '', textKo: '', textEn: '', price: '', quantity: '' }

export const NEW_DRAFT: Draft = {
  type: 'meetup',
  titleKo: '',
  titleEn: '',
  descriptionKo: '',
  descriptionEn: '',
  imageId: '',
  imageUrl: '',
  blockId: '',
  startsAt: '',
  duration: '60',
  hasLimit: false,
  maxPeople: '20',
  eligibility: 'open',
  gates: [],
  tickets: [NEW_TICKET],
  entry: 'first',
  drawMinutes: '60',
  questionKo: '',
  questionEn: '',
  noShowMinutes: '',
  attempts: '3',
  scoring: 'best',
  laps: '1',
  prizes: [],
  plugin: null,
}

export const PRIZES_MAX = 10
export const TICKETS_MAX = 10

const minutesBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

/** An earlier event as the beginning of a new one: everything but its time and its image. */
export const copyOf = (event: EventDetail): Draft => ({
  ...NEW_DRAFT,
  type: event.type,
  titleKo: event.title.ko,
  titleEn: event.title.en,
  descriptionKo: event.description.ko,
  descriptionEn: event.description.en,
  blockId: event.blockId,
  duration: String(minutesBetween(event.startsAt, event.endsAt)),
  hasLimit: event.maxPeople !== null,
  maxPeople: String(event.maxPeople ?? NEW_DRAFT.maxPeople),
  eligibility: event.eligibility,
  gates: event.items.map(({ id, isCollection, name }) => ({ id, isCollection, ko: name.ko, en: name.en })),
  tickets: event.tickets.map(({ name, description, priceHundredths, quantity }) => ({
    ko: name.ko,
    en: name.en,
    textKo: description.ko,
    textEn: description.en,
    price: String(priceHundredths / 100),
    quantity: String(quantity),
  })),
  entry: event.entry,
  ...(event.draw !== null && { drawMinutes: String(minutesBetween(event.draw.at, event.startsAt)) }),
  plugin: event.plugin && {
    install: event.plugin.installId,
    name: event.plugin.name,
    texts: Object.fromEntries(Object.entries(event.plugin.form).map(([key, value]) => [key, String(value)])),
    form: event.plugin.form as EventFormValue['form'],
    isComplete: true,
  },
  questionKo: event.question?.ko ?? '',
  questionEn: event.question?.en ?? '',
  noShowMinutes: event.noShowMinutes === null ? '' : String(event.noShowMinutes),
  attempts: String(event.attempts ?? NEW_DRAFT.attempts),
  scoring: event.scoring ?? 'best',
  laps: String(event.laps ?? NEW_DRAFT.laps),
  prizes: event.prizesHundredths.map((prize) => String(prize / 100)),
})

export const STEPS = ['basics', 'place', 'entry', 'preview'] as const
export type StepId = (typeof STEPS)[number]

/** Whether an administrator of the world has to allow it. */
export const needsReview = (draft: Draft): boolean =>
  draft.type === 'challenge' || draft.eligibility === 'tickets'

/** The digits of what was typed. */
export const digits = (text: string) => text.replace(/\D/g, '').slice(0, 7)

const both = (ko: string, en: string) => ({ ko: ko.trim(), en: en.trim() })
const number = (text: string) => Number(text.trim())

/** Collections and items together. */
export const GATES_MAX = 5

export type NewEvent = ReturnType<typeof bodyOf>

/** The body of the request. */
export function bodyOf(draft: Draft) {
  const isChallenge = draft.type === 'challenge'
  const isFirst = draft.eligibility === 'tickets'
  const entry = isFirst ? ('first' as const) : draft.entry
  return {
    type: draft.type,
    title: both(draft.titleKo, draft.titleEn),
    description: both(draft.descriptionKo, draft.descriptionEn),
    ...(draft.imageId !== '' && { imageId: draft.imageId }),
    blockId: draft.blockId,
    startsAt: draft.startsAt,
    durationMinutes: number(draft.duration),
    maxPeople: draft.hasLimit ? number(draft.maxPeople) : null,
    eligibility: draft.eligibility,
    items:
      draft.eligibility === 'items' ? draft.gates.map(({ id, isCollection }) => ({ id, isCollection })) : [],
    tickets: isFirst
      ? draft.tickets.map((ticket) => ({
          name: both(ticket.ko, ticket.en),
          description: both(ticket.textKo, ticket.textEn),
          price: number(ticket.price),
          quantity: number(ticket.quantity),
        }))
      : [],
    entry,
    ...(entry === 'draw' && { drawMinutesBefore: number(draft.drawMinutes) }),
    ...(draft.questionKo.trim() !== '' && { question: both(draft.questionKo, draft.questionEn) }),
    ...(!isChallenge && draft.noShowMinutes.trim() !== '' && { noShowMinutes: number(draft.noShowMinutes) }),
    ...(!isChallenge &&
      draft.plugin && { plugin: { install: draft.plugin.install, form: draft.plugin.form } }),
    ...(isChallenge && {
      attempts: number(draft.attempts),
      scoring: draft.scoring,
      laps: number(draft.laps),
      prizes: trimmed(draft.prizes).map(number),
    }),
  }
}

/** Without empty prizes at the end. One between others stays, because the ranks below it would move up. */
export function trimmed(prizes: Draft['prizes']): Draft['prizes'] {
  const last = prizes.findLastIndex((prize) => prize.trim() !== '')
  return prizes.slice(0, last + 1)
}
