import { keysOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en } from '../../../locales/profile/en'
import { detailOf, lookOf } from './kinds'

const KINDS = `account.registered account.verified login.succeeded login.failed login.locked
login.second_factor_failed session.ended session.ended_others session.token_reused password.changed
password.reset_requested password.reset totp.on totp.off recovery_codes.renewed recovery_code.used passkey.added
passkey.renamed passkey.removed wallet.connected wallet.disconnected wallet.charged
wallet.frozen wallet.unfrozen wit.adjusted refund.requested refund.withdrawn refund.approved refund.rejected
payment.refunded payment.disputed dispute.settled exchange_rate.set nickname.set export.requested
export.downloaded deletion.requested deletion.cancelled sanction.received sanction.lifted role.granted
role.revoked login_code.issued login_code.used reauthenticated`.split(/\s+/)

it('says every kind of the log in plain words', () => expect(keysOf(en.kinds)).toEqual(KINDS.toSorted()))

it('draws alarming kinds apart, and unknown ones too', () => {
  expect(lookOf('login.failed').tone).toBe('bad')
  expect(lookOf('login.succeeded').tone).toBe('accent')
  expect(lookOf('something.new')).toEqual({ icon: 'list', tone: 'accent' })
})

it('tells of the details what is text', () => {
  expect(detailOf({ name: 'iPhone', id: 'x' })).toBe('iPhone')
  expect(detailOf({ name: { nested: 1 } })).toBe('')
})
