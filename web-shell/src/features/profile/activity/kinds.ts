// How each kind of the account's log is drawn. A kind that is not known here is shown by its own name.
import type { IconName } from '@witverse/sdk'

interface Look {
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

export function lookOf(kind: string): Look {
  const icon = FAMILIES[kind.split('.')[0] ?? ''] ?? 'list'
  if (ALARMING.has(kind)) return { icon, tone: 'bad' }
  return { icon, tone: QUIET.has(kind) ? 'plain' : 'accent' }
}

/** What of the details says more to a person than the kind does. */
export function detailOf(details: Record<string, unknown>): string {
  const told = ['name', 'nickname', 'address', 'action', 'role', 'reason']
  return told
    .map((key) => details[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .join(' · ')
}
