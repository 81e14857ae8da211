// Types of items from the API.
import type { Payload } from '@witverse/sdk'

export type Item = Payload<'/api/v2/items/{id}', 'get'>
export type ItemType = Item['type']
export type Collection = Payload<'/api/v2/collections/{id}', 'get'>
export type Provenance = Payload<'/api/v2/items/{id}/provenance', 'get'>
export type Link = Provenance['links'][number]
export type Attestation = Provenance['attestations'][number]

export const TYPES: ItemType[] = ['audio', 'block', 'consumable', 'gear', 'pfp', 'photo', 'text', 'video']
