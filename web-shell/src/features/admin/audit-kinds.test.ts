import { keysOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en as operators } from '../../locales/operators/en'
import { ko as operatorsKo } from '../../locales/operators/ko'
import { en as profile } from '../../locales/profile/en'
import { ko as profileKo } from '../../locales/profile/ko'
import { KINDS } from '../profile/activity/kinds'

const at = (texts: object, key: string) =>
  key
    .split('.')
    .reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], texts)

it.each([
  ['en', operators.audit.kinds, profile.kinds, /\b(you|your)\b/i],
  ['ko', operatorsKo.audit.kinds, profileKo.kinds, /(^|\s)내 /],
] as const)(
  'names every kind of the audit log without addressing the person: %s',
  (_, third, own, address) => {
    const shown = KINDS.map((kind) => String(at(third, kind) ?? at(own, kind)))
    expect(shown.filter((text) => address.test(text))).toEqual([])
    expect(keysOf(third).filter((key) => !KINDS.includes(key))).toEqual([])
  },
)
