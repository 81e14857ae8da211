// Types of friends and requests from the API.
import type { Payload } from '@witverse/sdk'

export type Friend = Payload<'/api/v2/relationship/get/friends', 'get'>['items'][number]
export type FriendRequest = Payload<'/api/v2/relationship/requests', 'get'>['items'][number]
export type Direction = FriendRequest['direction']
export type Relation = Payload<'/api/v2/relationship/with/{nickname}', 'get'>
export type FriendState = Relation['state']
export type Found = Payload<'/api/v2/relationship/search', 'post'>['items'][number]
export type Summary = Payload<'/api/v2/relationship/summary', 'get'>
