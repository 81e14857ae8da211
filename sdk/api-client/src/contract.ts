// Calls that the platform is about to have. What `schema.ts` says about the same path wins, so a generated path needs no
// change here; once all of them are generated, this file goes.
import type { LocalText } from './problem'
import type { paths } from './schema'

interface Person {
  userId: string
  nickname: string
  thumbnail: string | null
}

interface Page<T> {
  items: T[]
  page?: number
  limit?: number
  total?: number
  nextCursor: string | null
}

// ---- friends

type FriendState = 'none' | 'sent' | 'received' | 'friends' | 'self'
interface Friend extends Person {
  since: string
}
interface FriendRequest {
  relationshipId: string
  direction: 'received' | 'sent'
  person: Person
  requestedAt: string
  status: number
}
interface Answered {
  relationshipId: string
  status: number
  person: Person
}

// ---- items

type ItemType = 'audio' | 'block' | 'consumable' | 'gear' | 'pfp' | 'photo' | 'text' | 'video'
interface Item {
  itemId: string
  name: LocalText
  description: LocalText
  type: ItemType
  thumbnailUrl: string
  collection: { collectionId: string; name: LocalText }
  owner: Person | null
  madeAt: string
  edition: number | null
  lock: { by: string } | null
  used: boolean
}
interface GiftItem {
  id: string
  thumbnail_url: string
  name: { kr: string; en: string }
  type: ItemType
}
interface ProvenanceLink {
  seq: number
  kind: 'made' | 'given' | 'sold' | 'returned'
  from: Person | null
  to: Person | null
  at: string
  reference: string | null
  previous: string | null
  hash: string
  keyId: string
  signature: string
  statement: string
}
interface Provenance {
  itemId: string
  links: ProvenanceLink[]
  keys: { keys: { kid?: string; kty?: string; crv?: string; x?: string }[] }
}

// ---- gifts

interface Gift {
  airdropId: string
  type: 'wit' | 'item'
  direction: 'sent' | 'received'
  sender: Person | null
  recipient: Person | null
  message: string
  amountHundredths: number | null
  item: { itemId: string; name: LocalText; thumbnailUrl: string; type: ItemType } | null
  feeHundredths: number
  status: 'pending' | 'accepted' | 'rejected' | 'returned' | 'cancelled'
  sentAt: string
  expiresAt: string
  closedAt: string | null
}
interface NewGift {
  airdropTargetData: string | number
  airdropTargetType: 'item' | 'wit'
  fee: number
  message: string
  userId: string
}

// ---- mail

interface MailCheck {
  isNotice: boolean
  isAlarm: boolean
  notices: number
  alarms: number
}
interface Notice {
  noticeId: string
  title: LocalText
  body: LocalText
  publishedAt: string
  isRead: boolean
}
interface Alarm {
  alarmId: string
  kind: string
  title: LocalText
  description: LocalText
  from: Person | null
  isRead: boolean
  createdAt: string
  activeAt: string
  link: string | null
  canReply: boolean
  replyCount: number
  remainAmount: number | null
}
interface AlarmReply {
  replyId: string
  from: Person | null
  mine: boolean
  content: string
  at: string
}
interface Channels {
  app: boolean
  email: boolean
  push: boolean
}
interface MailPreferences {
  kinds: { gift: Channels; friend: Channels; reward: Channels; reply: Channels; notice: Channels }
  digest: 'off' | 'daily' | 'weekly'
}
interface AdminNotice {
  noticeId: string
  title: LocalText
  body: LocalText
  publishAt: string
  state: 'scheduled' | 'published' | 'withdrawn'
}
interface NewNotice {
  title: LocalText
  body: LocalText
  publishAt: string | null
}

// ---- how a path looks to the client

interface Parameters<Query, Path> {
  query?: Query
  header?: never
  path: Path
  cookie?: never
}
interface Answer<T> {
  200: { headers: Record<string, unknown>; content: { 'application/json': { payload: T } } }
}
interface Read<T, Query = never, Path = never> {
  parameters: [Path] extends [never]
    ? Omit<Parameters<Query, Path>, 'path'> & { path?: never }
    : Parameters<Query, Path>
  requestBody?: never
  responses: Answer<T>
}
type Write<T, Body, Path = never> = Omit<Read<T, never, Path>, 'requestBody'> & {
  requestBody: { content: { 'application/json': Body } }
}
interface None {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
}
type Get<T, Query = never, Path = never> = None & { get: Read<T, Query, Path> }
type Post<T, Body> = None & { post: Write<T, Body> }
type Paging = { page?: number; limit?: number; cursor?: string }
type Id = { id: string }

interface Coming {
  '/api/v2/relationship/get/friends': Get<Page<Friend>, Paging>
  '/api/v2/relationship/requests': Get<Page<FriendRequest>, Paging & { direction?: 'received' | 'sent' }>
  '/api/v2/relationship/request/friend': Post<Answered, { nickname: string }>
  '/api/v2/relationship/process/request': Post<Answered, { approve: boolean; relationshipId: string }>
  '/api/v2/relationship/cancel/request': Post<{ cancelled: boolean }, { relationshipId: string }>
  '/api/v2/relationship/delete/friend': Post<{ deleted: boolean }, { nickname: string }>
  '/api/v2/relationship/with/{nickname}': Get<
    { person: Person; state: FriendState; relationshipId: string | null },
    never,
    { nickname: string }
  >
  '/api/v2/relationship/search': Post<{ items: (Person & { state: FriendState })[] }, { searchData: string }>
  '/api/v2/relationship/suggestions': Get<{ items: Person[] }, { limit?: number }>
  '/api/v2/relationship/summary': Get<{ friends: number; received: number; sent: number }>

  '/api/item/inventory/craft/{a}/{b}': Get<Page<Item>, Paging, { a: string; b: string }>
  '/api/item/inventory/craft/gift/item': Get<Page<GiftItem>, Paging>
  '/api/v2/user/inventory/paging/{userId}': Get<Page<Item>, Paging, { userId: string }>
  '/api/v2/items/{id}': Get<Item, never, Id>
  '/api/v2/items/{id}/provenance': Get<Provenance, never, Id>

  '/api/v2/gift/create': Post<Gift, NewGift>
  '/api/v2/gift/handle': Post<Gift, { airdropId: string; approve: boolean }>
  '/api/v2/gift/user/search': Post<{ items: Person[] }, { searchData: string }>
  '/api/v2/gift/received': Get<Page<Gift>, Paging & { status?: 'pending' | 'all' }>
  '/api/v2/gift/sent': Get<Page<Gift>, Paging & { status?: 'pending' | 'all' }>
  '/api/v2/gift/{airdropId}': Get<Gift, never, { airdropId: string }>

  '/api/v2/mails/new/check': Get<MailCheck>
  '/api/v2/mails/notices': Get<Page<Notice>, Paging>
  '/api/v2/mails/notice/log': Post<MailCheck, { noticeId: string }>
  '/api/v2/mails/alarms': Get<Page<Alarm>, Paging>
  '/api/v2/mails/alarm/{id}': Get<Alarm & { replies: AlarmReply[] }, never, Id>
  '/api/v2/mails/alarm/log': Post<MailCheck, { alarmId: string }>
  '/api/v2/mails/alarm/reply': Post<AlarmReply, { alarmId: string; content: string }>
  '/api/v2/mails/preferences': None & {
    get: Read<MailPreferences>
    put: Write<MailPreferences, MailPreferences>
  }
  '/api/v2/mails/admin/notices': None & {
    get: Read<Page<AdminNotice>, Paging>
    post: Write<AdminNotice, NewNotice>
  }
  '/api/v2/mails/admin/notices/{id}': None & {
    put: Write<AdminNotice, NewNotice, Id>
    delete: Read<AdminNotice, never, Id>
  }
  '/api/push/key': Get<{ publicKey: string }>
  '/api/push/subscriptions': Post<
    { subscriptionId: string },
    { endpoint: string; keys: { p256dh: string; auth: string } }
  >
  '/api/push/subscriptions/remove': Post<{ removed: boolean }, { endpoint: string }>
}

export type Paths = paths & Omit<Coming, keyof paths>
