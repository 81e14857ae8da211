// Texts of the dialog that asks for the password or a passkey again, in English.
export const en = {
  title: "Confirm it's you",
  text: "Enter your password or use a passkey. We won't ask again for 10 minutes.",
  submit: 'Confirm',
  passkey: 'Use a passkey',
  wait: 'Try again in {{seconds}} s',
  or: 'or',
}

declare global {
  interface WitverseTexts {
    'shell-sudo': typeof en
  }
}
