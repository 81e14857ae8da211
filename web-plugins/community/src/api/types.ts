// Types of posts, comments and announcements from the API.
import type { Payload, WorldSlotData } from '@witverse/sdk'

export type Post = Payload<'/api/v2/world/feed', 'get'>['items'][number]
export type PostPage = Payload<'/api/v2/world/feed/{id}', 'get'>
export type Reactions = Payload<'/api/v2/world/feed/{id}/reaction', 'put'>
export type ReactionKind = NonNullable<Post['myReaction']>
export type Comment = Payload<'/api/v2/world/feed/{id}/comments', 'get'>['items'][number]
export type Announcement = Payload<'/api/v2/world/announcements/{world}/{id}', 'get'>
export type GalleryComment = Payload<'/api/v2/comments/{kind}/{id}', 'get'>['items'][number]

/** The world of a page, as its slots get it. */
export type World = WorldSlotData

export const REACTIONS: readonly ReactionKind[] = ['like', 'love', 'laugh', 'wow', 'cheer']

export const TEXT_MAX = 2_000
export const COMMENT_MAX = 100
