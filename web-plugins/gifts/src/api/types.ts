// Types of gifts from the API.
import type { Payload } from '@witverse/sdk'

export type Gift = Payload<'/api/v2/gift/{airdropId}', 'get'>
export type GiftStatus = Gift['status']
export type GiftItem = Payload<'/api/item/inventory/craft/gift/item', 'get'>['items'][number]
export type Direction = Gift['direction']
