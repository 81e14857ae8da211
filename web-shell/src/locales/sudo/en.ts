// Asking once more who is there, in English.
export const en = {
  title: 'Is it you?',
  text: 'This needs your password or a passkey once more. It holds for ten minutes.',
  submit: 'Confirm',
  passkey: 'Use a passkey',
  wait: 'Try again in {{seconds}} s',
  or: 'or',
}
