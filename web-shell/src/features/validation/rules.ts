// The validation rules of account fields. Each returns the key of a message, or undefined.

import type { TextKey } from '@witverse/sdk'

/** No dot is at the ends of the local part, and no two are in a row. The server has the same rule. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:[\p{L}]{2,}|xn--[\w-]+)$/u
/** What each new password contains; the server has the same rules. */
export const PASSWORD_RULES = {
  length: (value: string) => [...value].length >= 8 && [...value].length <= 64,
  upper: (value: string) => /[A-Z]/.test(value),
  lower: (value: string) => /[a-z]/.test(value),
  digit: (value: string) => /[0-9]/.test(value),
  sign: (value: string) => /[^\p{L}\p{N}]/u.test(value),
}
/** The same for browsers and keychains that propose one: the attribute `passwordrules`. */
export const PASSWORD_RULES_ATTRIBUTE =
  'minlength: 8; maxlength: 64; required: upper; required: lower; required: digit; required: special;'
const NICKNAME = /^[a-z0-9_]{3,12}$/
const CODE = /^\d{6}$/

/** The key of a message among the shell's common texts. */
export type RuleResult = Extract<TextKey<'shell'>, `rules.${string}`> | undefined

export function checkEmail(value: string): RuleResult {
  if (value === '') return 'rules.emailRequired'
  return EMAIL.test(value) ? undefined : 'rules.emailFormat'
}

/** For a new password. A log-in only requires one. */
export function checkNewPassword(value: string): RuleResult {
  if (value === '') return 'rules.passwordRequired'
  if (value.length < 6) return 'rules.passwordShort'
  const isMet = Object.values(PASSWORD_RULES).every((rule) => rule(value))
  return isMet ? undefined : 'rules.passwordPattern'
}

export function checkConfirm(value: string, password: string): RuleResult {
  if (value === '') return 'rules.confirmRequired'
  return value === password ? undefined : 'rules.confirmMismatch'
}

export function checkCode(value: string): RuleResult {
  if (value === '') return 'rules.codeRequired'
  return CODE.test(value) ? undefined : 'rules.codeFormat'
}

/** Only the server knows the other forbidden words. */
export function checkNickname(value: string): RuleResult {
  if (value === '') return 'rules.nicknameRequired'
  if (!NICKNAME.test(value) || /admin|register/.test(value)) return 'rules.nicknameUnavailable'
  return undefined
}

/** A code field is validated on submit, not on blur. */
export function codeField({ name, value, onValue, error }: CodeFieldProps) {
  return { name, value, onValue, error }
}

interface CodeFieldProps {
  name: string
  value: string
  onValue: (value: string) => void
  error: string | undefined
}
