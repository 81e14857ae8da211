// The shapes of the kernel's answers about installed plugins.
import type { Payload } from '@witverse/sdk'

export type Review = Payload<'/api/v3/worlds/{worldId}/plugin-packages', 'post'>
export type Install = Payload<'/api/v3/worlds/{worldId}/plugins', 'get'>['items'][number]
export type Grant = Review['requested']
export type Permission = Review['permissions'][number]
export type History = Payload<'/api/v3/worlds/{worldId}/plugins/{id}/events', 'get'>['items'][number]
export type Setting = Install['settings'][number]
export type LogLine = Payload<'/api/v3/worlds/{worldId}/plugins/{id}/logs', 'get'>['items'][number]
export type Player = Payload<'/api/v3/worlds/{worldId}/plugins/{id}/players', 'get'>['items'][number]
export type Contents = Payload<'/api/v3/worlds/{worldId}/plugins/{id}/contents', 'get'>
export type CataloguePlugin = Payload<'/api/v3/worlds/{worldId}/plugin-catalogue', 'get'>['items'][number]
export type PackageDetails = Payload<'/api/admin/plugin-packages/{digest}', 'get'>
export type StoredPackage = Payload<'/api/admin/plugin-packages', 'get'>['items'][number]
export type Extensions = Payload<'/api/v3/worlds/{worldId}/extensions', 'get'>
export type Extension = Extensions['items'][number]
export type ProfilePage = Payload<'/api/v3/extensions', 'get'>['items'][number]
export type Publisher = Payload<'/api/admin/plugin-publishers', 'get'>['items'][number]
export type Collection = Payload<'/api/v3/worlds/{id}/item-collections', 'get'>['items'][number]
