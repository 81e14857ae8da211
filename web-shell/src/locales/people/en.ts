// Texts of profiles, sharing and reports in English.
export const en = {
  profile: 'Profile',
  nameless: 'No nickname yet',
  since: 'Joined {{date}}',
  livesIn: 'Member of {{world}}',
  edit: 'My account',
  youBlocked: 'You blocked this person',
  youMuted: 'You muted this person',
  mute: 'Mute',
  unmute: 'Unmute',
  muted: '{{name}} is muted.',
  unmuted: '{{name}} is no longer muted.',
  block: 'Block',
  unblock: 'Unblock',
  blockTitle: 'Block {{name}}?',
  blockText: "You won't be able to see or contact each other. Gifts that are still waiting are returned.",
  blocked: '{{name}} is blocked.',
  unblocked: '{{name}} is no longer blocked.',
  share: {
    open: 'Share',
    title: 'Share',
    kakao: 'KakaoTalk',
    twitter: 'Twitter',
    facebook: 'Facebook',
    copy: 'Copy URL',
    copied: 'Copy Done!',
    paste: 'The address is copied. Paste it into KakaoTalk.',
    description: 'Small worlds, lit for you.',
  },
  report: {
    open: 'Report',
    title: 'Report {{name}}',
    text: "They won't know it was you. Our team will look into it.",
    room: 'The last 30 seconds of the chat in this room go along with it; only moderators can read them.',
    reason: "What's the problem?",
    choose: 'Please choose',
    reasonRequired: 'Please choose a reason.',
    words: 'What happened?',
    left_one: '{{count}} character left',
    left: '{{count}} characters left',
    textRequired: 'Please tell us what happened.',
    block: 'Also block this person',
    blockHint: "You won't see each other.",
    signInFirst: 'Log in so that we can tell you the outcome.',
    send: 'Send report',
    thanks: 'Thanks for letting us know',
    thanksText: 'We review every report. You can see the outcome in your account under “Safety”.',
    blockedToo: '{{name}} is also blocked.',
    done: 'Done',
  },
}

declare global {
  interface WitverseTexts {
    'shell-people': typeof en
  }
}
