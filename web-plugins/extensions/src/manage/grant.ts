// The form of a grant: which of the requested permissions are allowed, and the limits of prizes as texts.
import type { Grant } from '../api/types'

export type GrantKey = keyof Grant
type Limit = 'perPayment' | 'personDay' | 'worldDay'

export interface GrantDraft {
  allowed: ReadonlySet<GrantKey>
  limits: Record<Limit, string>
}

export const LIMITS: readonly Limit[] = ['perPayment', 'personDay', 'worldDay']

const KEYS: readonly GrantKey[] = ['sql', 'users', 'balance', 'rooms', 'chat', 'reward', 'timers']

const isOn = (grant: Grant, key: GrantKey) => Boolean(grant[key])

/** The draft that allows what `grant` allows, with its limits, or those that were asked for. */
export function draftOf(grant: Grant, requested: Grant): GrantDraft {
  const limits = grant.reward ?? requested.reward
  const text = (limit: Limit) => limits?.[limit]?.toString() ?? ''
  return {
    allowed: new Set(KEYS.filter((key) => isOn(grant, key))),
    limits: {
      perPayment: text('perPayment'),
      personDay: text('personDay'),
      worldDay: text('worldDay'),
    },
  }
}

/** The largest value of a limit; undefined if the plugin asks for none. */
export const limitMax = (requested: Grant, limit: Limit): number | undefined =>
  requested.reward?.[limit] ?? undefined

export type LimitError = 'limitNumber' | 'limitRange'

/** What is wrong with a limit as it was typed. */
export function limitError(text: string, max: number | undefined, isRequired: boolean): LimitError | null {
  const trimmed = text.trim()
  if (trimmed === '') return isRequired || max !== undefined ? 'limitRange' : null
  if (!/^\d{1,9}$/.test(trimmed)) return 'limitNumber'
  const value = Number(trimmed)
  return value < 1 || (max !== undefined && value > max) ? 'limitRange' : null
}

export function errorsOf(draft: GrantDraft, requested: Grant): Partial<Record<Limit, LimitError>> {
  if (!draft.allowed.has('reward')) return {}
  const errors: Partial<Record<Limit, LimitError>> = {}
  for (const limit of LIMITS) {
    const error = limitError(draft.limits[limit], limitMax(requested, limit), limit === 'perPayment')
    if (error) errors[limit] = error
  }
  return errors
}

/** The grant that the draft describes. Call it only without errors. */
export function grantOf(draft: GrantDraft): Grant {
  const number = (limit: Limit) => {
    const text = draft.limits[limit].trim()
    return text === '' ? null : Number(text)
  }
  const perPayment = number('perPayment')
  const personDay = number('personDay')
  const worldDay = number('worldDay')
  const reward =
    draft.allowed.has('reward') && perPayment !== null
      ? { perPayment, ...(personDay !== null && { personDay }), ...(worldDay !== null && { worldDay }) }
      : null
  return {
    sql: draft.allowed.has('sql'),
    balance: draft.allowed.has('balance'),
    users: draft.allowed.has('users'),
    timers: draft.allowed.has('timers'),
    rooms: draft.allowed.has('rooms'),
    chat: draft.allowed.has('chat'),
    reward,
  }
}
