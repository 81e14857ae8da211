// Types of worlds from the API.
import type { Payload } from '@witverse/sdk'

export type WorldView = Payload<'/api/v2/worlds/mInfo', 'get'>
export type WorldCard = Payload<'/api/v3/worlds', 'get'>['items'][number]
