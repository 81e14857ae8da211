// Texts about blocking, reporting, decisions and appeals in English; account screens and moderators’ screens share them.
export const en = {
  someone: 'No nickname yet',
  until: 'until {{date}}',
  withoutEnd: 'no end date',
  reasons: {
    spam: 'Spam or advertising',
    harassment: 'Harassment or bullying',
    hate: 'Hate speech',
    sexual: 'Sexual content',
    impersonation: 'Impersonation',
    scam: 'Fraud',
    self_harm: 'Self-harm',
    other: 'Something else',
  },
  actions: { dismiss: 'No action', warn: 'Warning', mute: 'Muted', suspend: 'Suspended' },
  states: { in_force: 'Active', ended: 'Ended', lifted: 'Lifted' },
  people: {
    title: 'Blocked and muted people',
    text: "If you block someone, you can't see or contact each other. If you mute someone, what they say is hidden from you only.",
    none: "You haven't blocked or muted anyone. You can do this on a person's page.",
    blocked: 'Blocked',
    muted: 'Muted',
    since: 'since {{date}}',
    unblock: 'Unblock',
    unmute: 'Unmute',
    unblocked: '{{name}} is no longer blocked.',
    unmuted: '{{name}} is no longer muted.',
  },
  reports: {
    title: 'Your reports',
    text: "What you reported and what happened. The other person can't see who reported them.",
    none: "You haven't reported anyone.",
    open: 'Under review',
    decided: 'Decided',
    acted: 'We took action',
    no_action: 'No action was needed',
  },
  decisions: {
    title: 'Decisions about your account',
    text: 'Warnings and other actions. You can appeal each one once, within 30 days.',
    none: 'No decisions about your account.',
  },
  appeal: {
    pageTitle: 'Appeal a decision',
    pageText: "Someone who wasn't involved in this decision will review your appeal.",
    missing: "We can't show this decision",
    missingText: 'The link is incomplete or has expired. Log in to see decisions about your account.',
    write: 'Appeal',
    label: 'Why is this decision wrong?',
    hint: '{{count}}/{{most}} characters, at least 20. Tell us your side of what happened.',
    short: 'Please write at least 20 characters.',
    send: 'Send appeal',
    sent: 'Your appeal has been sent.',
    yours: 'Your appeal',
    answer: 'Answer',
    open: 'Under review',
    upheld: 'Decision upheld',
    overturned: 'Decision overturned',
    over: 'The time to appeal this decision has passed.',
    wait: "We'll answer by email and here.",
  },
  subjects: {
    mail: 'Mail',
    gift: 'Gift',
    comment: 'Comment',
    chat: 'Chat',
    item: 'Item',
    collection: 'Collection',
    product: 'Product',
    offer: 'Offer',
  },
}

declare global {
  interface WitverseTexts {
    'shell-safety': typeof en
  }
}
