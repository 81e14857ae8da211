// Types of events from the API.
import type { Payload } from '@witverse/sdk'

export type EventDetail = Payload<'/api/v3/events/{id}', 'get'>
export type EventCardData = Payload<'/api/v3/events', 'get'>['items'][number]
export type Place = NonNullable<EventDetail['place']>
export type Ticket = EventDetail['tickets'][number]
export type Participant = Payload<'/api/v3/events/{id}/participants', 'get'>['items'][number]
export type Ranking = Payload<'/api/v3/events/{id}/ranking', 'get'>
export type Draw = Payload<'/api/v3/events/{id}/draw', 'get'>
export type DrawReceipt = NonNullable<Draw['receipt']>
export type DrawLeaf = Payload<'/api/v3/events/{id}/draw/leaves', 'get'>['items'][number]

export type LogEntry = Payload<'/api/v3/events/{id}/places/log', 'get'>['items'][number]

export const KINDS = ['meetup', 'challenge'] as const
export type Kind = (typeof KINDS)[number]
/** What the caller has to do with an event. */
export const MINE = ['joined', 'organised'] as const
export type Mine = (typeof MINE)[number]
export const WHENS = ['upcoming', 'past', 'month'] as const
export type When = (typeof WHENS)[number]
