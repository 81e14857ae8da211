// The form of a grant: which of the requested permissions are allowed, the limits of prizes and charges as texts, and the collections
// that services open to the plugin.
import type { Grant, Permission } from '../api/types'

/** A field of the grant, or a scope of a service: `services.events@1.read`. */
export type GrantKey = keyof Grant | `services.${string}`
export type Limit = 'perPayment' | 'personDay' | 'worldDay'
/** The permissions with limits. */
export type LimitedKey = 'reward' | 'charge'

export interface GrantDraft {
  allowed: ReadonlySet<GrantKey>
  limits: Record<LimitedKey, Record<Limit, string>>
  /** The most MB of its data. */
  sqlMib: string
  /** The most MB of its files. */
  filesMib: string
  /** Only the chosen collections of the world are open to it, or all of them. */
  onlyChosen: boolean
  collections: ReadonlySet<string>
  /** Limits that this form does not show, and keeps. */
  otherObjects: Record<string, string[]>
}

export const LIMITS: readonly Limit[] = ['perPayment', 'personDay', 'worldDay']
const LIMITED: readonly LimitedKey[] = ['reward', 'charge']

export const isLimited = (key: GrantKey): key is LimitedKey => key === 'reward' || key === 'charge'

const KEYS: readonly (keyof Grant)[] = [
  'sql',
  'files',
  'users',
  'balance',
  'rooms',
  'chat',
  'reward',
  'charge',
  'timers',
]

/** The kind of objects in a grant, as the platform names it. */
const COLLECTIONS = 'collections'
/** The most collections in a grant. */
export const MAX_COLLECTIONS = 50

/** The scopes that the choice of collections limits. */
export const collectionKeys = (permissions: readonly Permission[]): GrantKey[] =>
  permissions.filter(({ objects }) => objects === COLLECTIONS).map(({ key }) => key as GrantKey)

/** The chosen collections of a grant; null: all of the world. */
export const collectionsOf = (grant: Grant): string[] | null => grant.objects?.[COLLECTIONS] ?? null

/** A grant in which no collection is chosen yet: all of them are never a default. */
export const withoutCollections = (grant: Grant): Grant => ({
  ...grant,
  objects: { ...grant.objects, [COLLECTIONS]: [] },
})

const isOn = (grant: Grant, key: keyof Grant) => Boolean(grant[key])

/** The keys of the granted scopes of services. */
const scopesOf = ({ services = {} }: Grant): GrantKey[] =>
  Object.entries(services).flatMap(([service, scopes]) =>
    scopes.map((scope) => `services.${service}.${scope}` as const),
  )

/** The scopes of the keys. The last dot is before the scope, because names of services have dots. */
function servicesOf(allowed: ReadonlySet<GrantKey>): Record<string, string[]> {
  const services: Record<string, string[]> = {}
  for (const key of [...allowed].sort()) {
    const [, service, scope] = /^services\.(.+)\.([^.]+)$/.exec(key) ?? []
    if (service === undefined || scope === undefined) continue
    services[service] = [...(services[service] ?? []), scope]
  }
  return services
}

/** A grant without some of its permissions. */
export function without(grant: Grant, keys: readonly GrantKey[]): Grant {
  const kept = scopesOf(grant).filter((key) => !keys.includes(key))
  const own = keys.filter((key) => !key.startsWith('services.'))
  return {
    ...grant,
    ...Object.fromEntries(own.map((key) => [key, isLimited(key) || key === 'files' ? null : false])),
    services: servicesOf(new Set(kept)),
  }
}

/** The draft that allows what `grant` allows, with its limits, or those that were asked for. */
export function draftOf(grant: Grant, requested: Grant): GrantDraft {
  const { [COLLECTIONS]: chosen, ...otherObjects } = grant.objects ?? {}
  const limitsOf = (key: LimitedKey) => {
    const limits = grant[key] ?? requested[key]
    const text = (limit: Limit) => limits?.[limit]?.toString() ?? ''
    return { perPayment: text('perPayment'), personDay: text('personDay'), worldDay: text('worldDay') }
  }
  return {
    allowed: new Set([...KEYS.filter((key) => isOn(grant, key)), ...scopesOf(grant)]),
    limits: { reward: limitsOf('reward'), charge: limitsOf('charge') },
    sqlMib: (grant.sqlMib ?? requested.sqlMib)?.toString() ?? '',
    filesMib: (grant.files ?? requested.files)?.mib.toString() ?? '',
    onlyChosen: chosen !== undefined,
    collections: new Set(chosen),
    otherObjects,
  }
}

/** The largest value of a limit; undefined if the plugin asks for none. */
export const limitMax = (requested: Grant, key: LimitedKey, limit: Limit): number | undefined =>
  requested[key]?.[limit] ?? undefined

export type LimitError = 'limitNumber' | 'limitRange'

/** What is wrong with a limit as it was typed. */
export function limitError(text: string, max: number | undefined, isRequired: boolean): LimitError | null {
  const trimmed = text.trim()
  if (trimmed === '') return isRequired || max !== undefined ? 'limitRange' : null
  if (!/^\d{1,9}$/.test(trimmed)) return 'limitNumber'
  const value = Number(trimmed)
  return value < 1 || (max !== undefined && value > max) ? 'limitRange' : null
}

/** Whether the draft allows something that the choice of collections limits. */
export const usesCollections = (draft: GrantDraft, keys: readonly GrantKey[]): boolean =>
  keys.some((key) => draft.allowed.has(key))

export type CollectionsError = 'none' | 'tooMany'

/** What is wrong with the chosen collections, if they limit something. */
export function collectionsError(draft: GrantDraft, keys: readonly GrantKey[]): CollectionsError | null {
  if (!draft.onlyChosen || !usesCollections(draft, keys)) return null
  if (draft.collections.size === 0) return 'none'
  return draft.collections.size > MAX_COLLECTIONS ? 'tooMany' : null
}

type LimitErrors = Partial<Record<Limit, LimitError>>

/** What is wrong with the size of the data, if they are allowed. */
export function dataError(draft: GrantDraft, requested: Grant): LimitError | null {
  if (!draft.allowed.has('sql')) return null
  return limitError(draft.sqlMib, requested.sqlMib ?? undefined, false)
}

/** What is wrong with the space for files, if they are allowed. */
export function filesError(draft: GrantDraft, requested: Grant): LimitError | null {
  return draft.allowed.has('files') ? limitError(draft.filesMib, requested.files?.mib, true) : null
}

/** The wrong limits of the allowed permissions. */
export function errorsOf(draft: GrantDraft, requested: Grant): Partial<Record<LimitedKey, LimitErrors>> {
  const found: Partial<Record<LimitedKey, LimitErrors>> = {}
  for (const key of LIMITED.filter((one) => draft.allowed.has(one))) {
    const errors: LimitErrors = {}
    for (const limit of LIMITS) {
      const max = limitMax(requested, key, limit)
      const error = limitError(draft.limits[key][limit], max, limit === 'perPayment')
      if (error) errors[limit] = error
    }
    if (Object.keys(errors).length > 0) found[key] = errors
  }
  return found
}

/** The objects of the grant; undefined without limits. */
function objectsOf(draft: GrantDraft, keys: readonly GrantKey[]): Grant['objects'] {
  const isLimited = draft.onlyChosen && usesCollections(draft, keys)
  const chosen = isLimited ? { [COLLECTIONS]: [...draft.collections].sort() } : {}
  const objects = { ...draft.otherObjects, ...chosen }
  return Object.keys(objects).length > 0 ? objects : undefined
}

/** The grant that the draft describes. Call it only without errors. `keys` are the scopes that the choice of collections limits. */
export function grantOf(draft: GrantDraft, keys: readonly GrantKey[] = []): Grant {
  const limitsOf = (key: LimitedKey) => {
    const number = (limit: Limit) => {
      const text = draft.limits[key][limit].trim()
      return text === '' ? null : Number(text)
    }
    const perPayment = number('perPayment')
    const personDay = number('personDay')
    const worldDay = number('worldDay')
    if (!draft.allowed.has(key) || perPayment === null) return null
    return { perPayment, ...(personDay !== null && { personDay }), ...(worldDay !== null && { worldDay }) }
  }
  const objects = objectsOf(draft, keys)
  return {
    sql: draft.allowed.has('sql'),
    ...(draft.allowed.has('sql') && draft.sqlMib.trim() !== '' && { sqlMib: Number(draft.sqlMib) }),
    balance: draft.allowed.has('balance'),
    users: draft.allowed.has('users'),
    timers: draft.allowed.has('timers'),
    rooms: draft.allowed.has('rooms'),
    chat: draft.allowed.has('chat'),
    reward: limitsOf('reward'),
    charge: limitsOf('charge'),
    files: draft.allowed.has('files') ? { mib: Number(draft.filesMib) } : null,
    services: servicesOf(draft.allowed),
    ...(objects && { objects }),
  }
}
