// Types of mail from the API.
import type { Payload } from '@witverse/sdk'

export type MailCheck = Payload<'/api/v2/mails/new/check', 'get'>
export type Alarm = Payload<'/api/v2/mails/alarms', 'get'>['items'][number]
export type Thread = Payload<'/api/v2/mails/alarm/{id}', 'get'>
export type Reply = Thread['replies'][number]
export type PluginSender = Payload<'/api/v2/mails/plugins', 'get'>['items'][number]
export type Notice = Payload<'/api/v2/mails/notices', 'get'>['items'][number]
export type Preferences = Payload<'/api/v2/mails/preferences', 'get'>
export type Kind = keyof Preferences['kinds']
export type Channel = keyof Preferences['kinds'][Kind]
export type Digest = Preferences['digest']
