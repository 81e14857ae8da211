import { describe, expect, it } from 'vitest'
import { en } from '../../locales/en'
import { checkCode, checkConfirm, checkEmail, checkNewPassword, checkNickname } from './rules'

/** The English text of a key. */
function text(key: string | undefined): string | undefined {
  return key
    ?.split('.')
    .reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], en) as string
}

const OK = undefined

describe('rules', () => {
  it.each([
    ['', 'Please enter your email.'],
    ['mina', 'Email format is incorrect.'],
    ['mina@witverse', 'Email format is incorrect.'],
    ['mi na@witverse.com', 'Email format is incorrect.'],
    ['mina..kim@witverse.com', 'Email format is incorrect.'],
    ['.mina@witverse.com', 'Email format is incorrect.'],
    ['mina.@witverse.com', 'Email format is incorrect.'],
    ['mina(kim)@witverse.com', 'Email format is incorrect.'],
    ["o'brien@witverse.com", OK],
    ['mina@예시.한국', OK],
    ['mina@example.xn--p1ai', OK],
    ['mina+tag@witverse.com', OK],
    ['mina_k-im.7@witverse.com', OK],
    ['mina@witverse.c', 'Email format is incorrect.'],
    ['mina.kim7@mail.witverse.com', OK],
  ])('email %j', (value, expected) => expect(text(checkEmail(value))).toBe(expected))

  it.each([
    ['', 'Please enter your password.'],
    ['Ab1!x', 'Password must be at least 6 characters.'],
    ['Abcd1!', en.rules.passwordPattern],
    ['abcdefg1!', en.rules.passwordPattern],
    ['ABCDEFG1!', en.rules.passwordPattern],
    ['Abcdefgh!', en.rules.passwordPattern],
    ['Abcdefgh1', en.rules.passwordPattern],
    [`Aa1!${'x'.repeat(61)}`, en.rules.passwordPattern],
    ['Witverse1!', OK],
    ['hudFop-mypwe4-vorwed', OK],
    ['Witverse1 £', OK],
    ['Witverse1é', en.rules.passwordPattern],
  ])('password %j', (value, expected) => expect(text(checkNewPassword(value))).toBe(expected))

  it('requires a matching confirmation', () => {
    expect(text(checkConfirm('Witverse1?', 'Witverse1!'))).toBe('Passwords do not match.')
    expect(checkConfirm('Witverse1!', 'Witverse1!')).toBe(OK)
  })

  it.each(['12345', '1234567', '12345a'])('refuses the code %j', (value) => {
    expect(checkCode(value)).toBe('rules.codeFormat')
  })

  it.each([
    ['', 'please enter your nickname'],
    ['ab', 'this is an unavailable nickname'],
    ['abcdefghijklm', 'this is an unavailable nickname'],
    ['Mina', 'this is an unavailable nickname'],
    ['my_admin', 'this is an unavailable nickname'],
    ['register1', 'this is an unavailable nickname'],
    ['mina_07', OK],
  ])('nickname %j', (value, expected) => expect(text(checkNickname(value))).toBe(expected))
})
