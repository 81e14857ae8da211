import { keysOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en } from '../../../locales/profile/en'
import { en as safety } from '../../../locales/safety/en'
import { type DetailTexts, detailOf, styleOf } from './kinds'

const textsOf = (texts: object) => (key: string, values?: { defaultValue?: string }) =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], texts) ??
  values?.defaultValue

const KINDS = `account.registered account.verified login.succeeded login.failed login.locked
login.second_factor_failed session.ended session.ended_others session.token_reused password.changed
password.reset_requested password.reset totp.on totp.off recovery_codes.renewed recovery_code.used passkey.added
passkey.renamed passkey.removed wallet.connected wallet.disconnected wallet.charged
wallet.frozen wallet.unfrozen wit.adjusted refund.requested refund.withdrawn refund.approved refund.rejected refund.repeated
payment.refunded payment.disputed dispute.settled exchange_rate.set nickname.set export.requested
export.downloaded deletion.requested deletion.cancelled sanction.received sanction.lifted role.granted
role.proposed role.rejected role.revoked file.forbidden file.allowed plugin.downloaded plugin.reviewed
plugin.review_withdrawn plugin.stopped plugin.released publisher.stopped publisher.released publisher_key.revoked
publisher_key.restored login_code.issued login_code.used reauthenticated`.split(/\s+/)

it('has a text for every kind of entry', () => expect(keysOf(en.kinds)).toEqual(KINDS.toSorted()))

it('marks alarming kinds, and shows a default for unknown ones', () => {
  expect(styleOf('login.failed').tone).toBe('bad')
  expect(styleOf('login.succeeded').tone).toBe('accent')
  expect(styleOf('something.new')).toEqual({ icon: 'list', tone: 'accent' })
})

it('formats details and translates codes', () => {
  const texts = { safety: textsOf(safety), profile: textsOf(en) } as unknown as DetailTexts
  expect(detailOf({ name: 'iPhone', id: 'x' }, texts)).toBe('iPhone')
  expect(detailOf({ name: { nested: 1 } }, texts)).toBe('')
  expect(detailOf({ action: 'mute' }, texts)).toBe('Muted')
  expect(detailOf({ role: 'admin' }, texts)).toBe('Administrator')
  expect(detailOf({ action: 'new_action' }, texts)).toBe('new_action')
})
