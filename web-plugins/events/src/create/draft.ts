// The draft of an event in the wizard: its fields, what is missing, and the body of the request. It is kept in the browser,
// so that it survives a reload.
import type { EventFormValue } from '@witverse/sdk'
import type { EventDetail, Kind } from '../api/types'

export interface TicketDraft {
  ko: string
  en: string
  textKo: string
  textEn: string
  price: string
  quantity: string
}

export interface ItemDraft {
  id: string
  ko: string
  en: string
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
  collections: string[]
  /** Single items whose owners may take part. */
  items: ItemDraft[]
  tickets: TicketDraft[]
  entry: 'first' | 'approval' | 'draw'
  drawMinutes: string
  questionKo: string
  questionEn: string
  noShowMinutes: string
  attempts: string
  scoring: 'best' | 'sum'
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
  collections: [],
  items: [],
  tickets: [NEW_TICKET],
  entry: 'first',
  drawMinutes: '60',
  questionKo: '',
  questionEn: '',
  noShowMinutes: '',
  attempts: '3',
  scoring: 'best',
  prizes: [],
  plugin: null,
}

export const PRIZES_MAX = 10
export const TICKETS_MAX = 10

/** An earlier event as the beginning of a new one: everything but its time and its image. */
export const copyOf = (event: EventDetail): Draft => ({
  ...NEW_DRAFT,
  type: event.type,
  titleKo: event.title.ko,
  titleEn: event.title.en,
  descriptionKo: event.description.ko,
  descriptionEn: event.description.en,
  blockId: event.blockId,
  duration: String(Math.round((Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000)),
  hasLimit: event.maxPeople !== null,
  maxPeople: String(event.maxPeople ?? NEW_DRAFT.maxPeople),
  eligibility: event.eligibility,
  collections: event.items.filter(({ isCollection }) => isCollection).map(({ id }) => id),
  items: event.items
    .filter(({ isCollection }) => !isCollection)
    .map(({ id, name }) => ({ id, ko: name.ko, en: name.en })),
  tickets: event.tickets.map(({ name, description, priceHundredths, quantity }) => ({
    ko: name.ko,
    en: name.en,
    textKo: description.ko,
    textEn: description.en,
    price: String(priceHundredths / 100),
    quantity: String(quantity),
  })),
  entry: event.entry,
  questionKo: event.question?.ko ?? '',
  questionEn: event.question?.en ?? '',
  noShowMinutes: event.noShowMinutes === null ? '' : String(event.noShowMinutes),
  attempts: String(event.attempts ?? NEW_DRAFT.attempts),
  scoring: event.scoring ?? 'best',
  prizes: event.prizesHundredths.map((prize) => String(prize / 100)),
})

export const STEPS = ['basics', 'place', 'entry', 'preview'] as const
export type StepId = (typeof STEPS)[number]

/** The required fields of a step that are empty. */
export function missing(draft: Draft, step: StepId): string[] {
  const empty = (...names: (keyof Draft)[]) =>
    names.filter((name) => String(draft[name]).trim() === '').map(String)
  switch (step) {
    case 'basics':
      return empty('titleKo', 'titleEn', 'descriptionKo', 'descriptionEn')
    case 'place':
      return [
        ...empty('blockId', 'startsAt', 'duration'),
        ...(draft.hasLimit ? empty('maxPeople') : []),
        ...(draft.type === 'meetup' && draft.plugin?.isComplete === false ? ['plugin'] : []),
      ]
    case 'entry': {
      const tickets = draft.tickets.flatMap((ticket, at) =>
        (['ko', 'en', 'price', 'quantity'] as const)
          .filter((name) => ticket[name].trim() === '')
          .map((name) => `tickets.${at}.${name}`),
      )
      const half = (draft.questionKo.trim() === '') !== (draft.questionEn.trim() === '')
      return [
        ...(draft.eligibility === 'tickets' ? tickets : []),
        ...(draft.eligibility === 'items' && draft.collections.length + draft.items.length === 0
          ? ['collections']
          : []),
        ...(half ? empty('questionKo', 'questionEn') : []),
        ...(draft.entry === 'draw' && !draft.hasLimit ? ['maxPeople'] : []),
        ...(draft.type === 'challenge' ? empty('attempts') : []),
      ]
    }
    case 'preview':
      return STEPS.slice(0, 3).flatMap((earlier) => missing(draft, earlier))
  }
}

/** Whether an administrator of the world has to allow it. */
export const needsReview = (draft: Draft): boolean =>
  draft.type === 'challenge' || draft.eligibility === 'tickets'

/** The digits of what was typed. */
export const digits = (text: string) => text.replace(/\D/g, '').slice(0, 7)

const both = (ko: string, en: string) => ({ ko: ko.trim(), en: en.trim() })
const number = (text: string) => Number(text.trim())

/** What one of is enough to own. */
const gatesOf = ({ collections, items }: Draft) => [
  ...collections.map((id) => ({ id, isCollection: true })),
  ...items.map(({ id }) => ({ id, isCollection: false })),
]

/** Collections and items together. */
export const GATES_MAX = 5

/** The id of an item in the address of its page, or in what was typed; null without one. */
export function itemIdIn(text: string): string | null {
  const ids = text.toLowerCase().match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g)
  return ids?.[0] ?? null
}

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
    items: draft.eligibility === 'items' ? gatesOf(draft) : [],
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
    ...(draft.noShowMinutes.trim() !== '' && { noShowMinutes: number(draft.noShowMinutes) }),
    ...(!isChallenge &&
      draft.plugin && { plugin: { install: draft.plugin.install, form: draft.plugin.form } }),
    ...(isChallenge && {
      attempts: number(draft.attempts),
      scoring: draft.scoring,
      prizes: draft.prizes.filter((prize) => prize.trim() !== '').map(number),
    }),
  }
}

/** Where a draft is kept: for one person, and for one copied event. Other people may use the same browser. */
export const draftSlot = (userId: string, copied: string) =>
  ['witverse.events.draft', userId, copied].filter((part) => part !== '').join('.')

/** The kept draft; null if there is none, or if it cannot be read. */
export function keptDraft(slot: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(slot) ?? 'null')
    return kept !== null && typeof kept === 'object' ? { ...NEW_DRAFT, ...kept } : null
  } catch {
    return null
  }
}

/** Keeps a draft; null forgets it. Storage may be full or blocked: the wizard works without it. */
export function keepDraft(slot: string, draft: Draft | null) {
  try {
    if (draft === null) localStorage.removeItem(slot)
    else localStorage.setItem(slot, JSON.stringify(draft))
  } catch {
    // The draft then ends with the page.
  }
}
