// Texts of log-in and password reset in English. Texts shared with the sign-up form are in the shell's common texts.
export const en = {
  wait: 'Try again in {{seconds}} s',
  signIn: {
    forgot: 'Forgot password?',
    or: 'or',
    passkey: 'Log in with a passkey',
    lockedNext: "Log in with a passkey, reset your password, or use a device you've logged in on before.",
    suspendedNext: 'You can appeal within 30 days. The link is in the email about this decision.',
  },
  secondFactor: {
    title: 'One more step',
    description: 'Your account is protected by an authenticator app.',
    label: 'Code from your authenticator app',
    submit: 'Log in',
    useRecovery: 'Use a recovery code instead',
    useApp: 'Use the authenticator app instead',
    recoveryLabel: 'Recovery code',
    recoveryHint: 'One of your ten saved codes. Each works once.',
    recoveryRequired: 'Please enter a recovery code.',
    recoveryFormat: 'A recovery code looks like xxxx-xxxx-xx.',
    wrong: "This code isn't right.",
    over: 'You ran out of time. Please log in again.',
  },
  loginLink: {
    working: 'Checking the login link',
    done: "You're logged in as {{name}}.",
    ask: 'Log in to this account?',
    askText:
      'You just opened a login link that was created on another device. Continue only if this is your account.',
    askSwitch:
      "You're logged in as {{name}}. If you continue, this browser switches to the account below. Continue only if it is yours.",
    confirm: 'Log in as {{name}}',
    same: "You're already logged in",
    sameText: "You're logged in as {{name}}, so the link wasn't used.",
    ok: 'OK',
    stay: 'Stay logged in as {{name}}',
    failed: "This link doesn't work",
    failedText: 'A login link works once, for one minute. Create a new one on your other device.',
  },
  reset: {
    step: 'Step {{step}} of 3',
    title1: 'Forgot your password?',
    text1: "Enter your email address and we'll send you a code.",
    send: 'Send code',
    remembered: 'Remembered it?',
    title2: 'Check your email',
    text2: 'Enter the 6-digit code we sent to {{email}}, or open the link in the email.',
    check: 'Continue',
    resend: 'Send again',
    otherAddress: 'Use another email',
    title3: 'Choose a new password',
    text3: "You'll be logged out on every device. Log in again with the new password.",
    newPassword: 'New password',
    submit: 'Change password',
    again: 'Send another email',
    done: 'Your password has been changed.',
    signInAgain: 'Your password has been changed. Log in with the new one.',
    alreadyConfirmed: 'Already Confirmed',
    invalid: 'Verification code is invalid',
  },
}

declare global {
  interface WitverseTexts {
    'shell-entry': typeof en
  }
}
