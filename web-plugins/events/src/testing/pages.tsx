// Test helpers: events over a mocked network, with sample data.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import type { EventDetail, Place } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const place = (facts: Partial<Place> = {}): Place => ({
  placeId: 'p1',
  eventId: 'e1',
  ticketId: null,
  state: 'taken',
  paidHundredths: 0,
  answer: null,
  heldUntil: null,
  code: 'ABCDE12345',
  checkedInAt: null,
  joinedAt: inHours(-1),
  waitingBefore: null,
  isRefundable: false,
  rank: null,
  ...facts,
})

export const event = (facts: Partial<EventDetail> = {}): EventDetail => ({
  eventId: 'e1',
  type: 'meetup',
  title: { ko: '달빛 모임', en: 'Moonlight meetup' },
  imageUrl: null,
  worldId: 'w1',
  worldName: 'agora',
  blockId: 'b1',
  blockName: 'hall',
  blockTitle: { ko: '홀', en: 'Hall' },
  organiser: person('theo'),
  isOwn: false,
  startsAt: inHours(30),
  endsAt: inHours(31),
  postponedFrom: null,
  phase: 'pre',
  eligibility: 'open',
  entry: 'first',
  maxPeople: 10,
  isOfficial: false,
  prizeHundredths: 0,
  attended: 0,
  createdAt: inHours(-5),
  description: { ko: '글', en: 'Let us meet.' },
  question: null,
  items: [],
  tickets: [],
  numbers: { taken: 4, applied: 0, waiting: 0, checkedIn: 0, left: 6 },
  entryClosesAt: inHours(30),
  isEntryOpen: true,
  noShowMinutes: null,
  attempts: null,
  scoring: null,
  laps: null,
  prizesHundredths: [],
  review: 'none',
  reviewReason: null,
  stopReason: null,
  canReview: false,
  canStop: false,
  draw: null,
  plugin: null,
  place: null,
  isJoined: false,
  isHelper: false,
  serverNow: inHours(0),
  ...facts,
})

export async function renderEvents(
  page: ReactNode,
  { answers, route = '*', ...options }: Options & { route?: string } = {},
) {
  const routed = (
    <Routes>
      <Route path={route} element={page} />
    </Routes>
  )
  return renderPlugin(routed, {
    id: 'events',
    texts: { ko, en },
    plugins: { events: { '/event': 'events', '/event/{id}': 'detail' } },
    user: { id: 'me', roles: [] },
    ...options,
    answers: {
      'GET /api/v3/events/e1': { payload: event() },
      'GET /api/v3/events/e1/participants': list(),
      'GET /api/v3/events/e1/helpers': { payload: { items: [] } },
      'GET /api/v3/events/mine/rewards': { payload: { isExist: false, remainAmount: 0, alarm: null } },
      ...answers,
    },
  })
}
