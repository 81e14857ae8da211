// The account fields of forms as schemas.
import { checkedText, messageKeys, z } from '@witverse/sdk/forms'
import { checkCode, checkConfirm, checkEmail, checkNewPassword } from './rules'

const key = messageKeys<'shell'>()

export const email = checkedText(checkEmail)
export const newPassword = checkedText(checkNewPassword)
export const code = checkedText(checkCode)
/** A password that the server checks. */
export const password = z.string().check(z.minLength(1, key('rules.passwordRequired')))

/** Checks that `confirm` repeats the password in a field. */
export const confirms = <F extends string>(field: F) =>
  z.superRefine<Record<F | 'confirm', string>>((values, context) => {
    const message = checkConfirm(values.confirm, values[field])
    if (message === undefined) return
    context.addIssue({ code: 'custom', input: values.confirm, path: ['confirm'], message })
  })
