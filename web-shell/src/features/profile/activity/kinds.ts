// The icon and tone of each kind of entry. Unknown kinds are shown by their code.
import { type IconName, type Translate, textOr } from '@witverse/sdk'
import { en } from '../../../locales/profile/en'

interface KindStyle {
  icon: IconName
  tone: 'accent' | 'plain' | 'bad'
}

const FAMILIES: Record<string, IconName> = {
  account: 'star',
  login: 'key',
  session: 'laptop',
  password: 'lock',
  totp: 'device',
  recovery_codes: 'list',
  recovery_code: 'list',
  passkey: 'key',
  wallet: 'wallet',
  wit: 'wallet',
  refund: 'wallet',
  payment: 'wallet',
  dispute: 'gavel',
  nickname: 'person',
  export: 'download',
  deletion: 'trash',
  sanction: 'gavel',
  role: 'shield',
  file: 'image',
  plugin: 'download',
  publisher: 'gavel',
  publisher_key: 'key',
  login_code: 'device',
  reauthenticated: 'check',
}

const ALARMING = new Set([
  'login.failed',
  'login.locked',
  'login.second_factor_failed',
  'session.token_reused',
  'deletion.requested',
  'sanction.received',
  'wallet.frozen',
  'payment.disputed',
])

const QUIET = new Set(['reauthenticated', 'session.ended', 'session.ended_others', 'export.downloaded'])

export function styleOf(kind: string): KindStyle {
  const family = kind.split('.')[0] ?? ''
  const icon = (Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined) ?? 'list'
  if (ALARMING.has(kind)) return { icon, tone: 'bad' }
  return { icon, tone: QUIET.has(kind) ? 'plain' : 'accent' }
}

/** The codes of all known kinds, such as `login.failed`. */
export const KINDS: string[] = codesOf(en.kinds)

function codesOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? `${prefix}${key}` : codesOf(value, `${prefix}${key}.`),
  )
}

/** Texts for the codes in details. */
export interface DetailTexts {
  safety: Translate<'shell-safety'>
  profile: Translate<'shell-profile'>
}

const SHOWN = ['name', 'nickname', 'address', 'action', 'role', 'reason']

/** Formats the details of an entry; codes are replaced by their texts. */
export function detailOf(details: Record<string, unknown>, { safety, profile }: DetailTexts): string {
  return SHOWN.flatMap((key) => {
    const value = details[key]
    if (typeof value !== 'string' || value === '') return []
    if (key === 'action') return textOr(safety, `actions.${value}`, value)
    if (key === 'role') return textOr(profile, `roles.${value}`, value)
    return value
  }).join(' · ')
}
