// The rules of the account's fields. Each returns the key of its message, or nothing when all is well.

const EMAIL = /^[A-Za-z0-9.]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/
const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*]).{8,64}$/
const NICKNAME = /^[a-z0-9_]{3,12}$/
const CODE = /^\d{6}$/

export type RuleResult = string | undefined

export function checkEmail(value: string): RuleResult {
  if (value === '') return 'rules.emailRequired'
  return EMAIL.test(value) ? undefined : 'rules.emailFormat'
}

/** For a new password. Signing in asks only that there is one. */
export function checkNewPassword(value: string): RuleResult {
  if (value === '') return 'rules.passwordRequired'
  if (value.length < 6) return 'rules.passwordShort'
  return PASSWORD.test(value) ? undefined : 'rules.passwordPattern'
}

export function checkConfirm(value: string, password: string): RuleResult {
  if (value === '') return 'rules.confirmRequired'
  return value === password ? undefined : 'rules.confirmMismatch'
}

export function checkCode(value: string): RuleResult {
  if (value === '') return 'rules.codeRequired'
  return CODE.test(value) ? undefined : 'rules.codeFormat'
}

/** The forbidden words are the server's to know, apart from these two. */
export function checkNickname(value: string): RuleResult {
  if (value === '') return 'rules.nicknameRequired'
  if (!NICKNAME.test(value) || /admin|register/.test(value)) return 'rules.nicknameUnavailable'
  return undefined
}

/** The problems only: without the fields that have none. */
export function problemsOf<V>(found: { [K in keyof V]?: RuleResult }): Partial<Record<keyof V, string>> {
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<keyof V, string>
  >
}

/** A code field checks when it is sent, not when it is left: it has no `onBlur`. */
export function codeField({ name, value, onValue }: CodeFieldProps) {
  return { name, value, onValue }
}

interface CodeFieldProps {
  name: string
  value: string
  onValue: (value: string) => void
}
