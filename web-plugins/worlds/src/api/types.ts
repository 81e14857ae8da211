// Types of worlds from the API.
import type { Payload } from '@witverse/sdk'

export type { WorldView } from '@witverse/sdk'
export type WorldCard = Payload<'/api/v3/worlds', 'get'>['items'][number]
export type WorldMember = Payload<'/api/v3/worlds/{id}/members', 'get'>['items'][number]
export type BlacklistEntry = Payload<'/api/v3/worlds/{id}/blacklist', 'get'>['items'][number]
export type Membership = Payload<'/api/v3/worlds/{id}/collections', 'get'>['items'][number]
export type Visitor = Payload<'/api/v3/worlds/{id}/visitors', 'get'>['items'][number]
export type Role = WorldMember['role']
