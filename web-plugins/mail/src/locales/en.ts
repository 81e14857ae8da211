// The texts about mail in English.
export const en = {
  title: 'Mail',
  new: 'New',
  someone: 'Former member',
  readAll: 'Mark all as read',
  unread_one: '{{count}} unread',
  unread: '{{count}} unread',
  visitor: {
    title: 'Log in to see your mail',
    text: 'Gifts, friend requests, rewards and notices arrive here.',
  },
  tabs: { alarms: 'Notifications', notices: 'Notices', settings: 'Settings' },
  alarms: {
    none: 'No notifications yet',
    noneText: 'Gifts and friend requests will show up here.',
    pick: 'Choose a notification to read it.',
  },
  thread: {
    title: 'Conversation',
    replies_one: '{{count}} reply',
    replies: '{{count}} replies',
    you: 'You',
    wrote: '{{name}} replied',
    about: 'About: {{title}}',
    report: 'Report {{name}}',
    closed: "You can't reply: this person left.",
    missing: 'Notification not found',
    missingText: 'It may belong to someone else. Check your own mail.',
    answered: 'You already answered this.',
  },
  reply: {
    label: 'Reply to {{name}}',
    left_one: '{{count}} character left',
    left: '{{count}} characters left',
    required: 'Please write a reply.',
    tooLong: 'A reply can be up to 500 characters.',
    send: 'Send',
  },
  leads: {
    gift: 'View gift',
    request: 'View request',
    friends: 'View my friends',
    wallet: 'View my WIT',
    item: 'View item',
    other: 'Open',
  },
  notices: { none: 'No notices yet', noneText: 'News and maintenance notices will show up here.' },
  kinds: {
    gift: 'Gifts',
    friend: 'Friends',
    reward: 'Rewards',
    reply: 'Replies',
    notice: 'Notices',
    system: 'Witverse',
  },
  kindTexts: {
    gift: 'When you get a gift or an answer to one',
    friend: 'When you get a request or yours is accepted',
    reward: 'Missions, events and raffles',
    reply: 'When someone replies',
    notice: 'From Witverse',
  },
  channels: { app: 'Mail', email: 'Email', push: 'Push' },
  settings: {
    kinds: 'Notifications',
    kindsText: 'Turn off “Mail” to stop a type completely. Notices are always sent.',
    kind: 'Type',
    digest: 'Email summary',
    digestText:
      'Everything unread in one email, at 9 a.m. Korean time. Weekly summaries are sent on Mondays.',
  },
  digests: { off: 'Never', daily: 'Daily', weekly: 'Weekly' },
  push: {
    title: 'On this device',
    text: 'Get notifications even when Witverse is closed.',
    on: 'On',
    turnOn: 'Turn on notifications',
    turnOff: 'Turn off',
    turnedOn: 'Notifications are on.',
    turnedOff: 'Notifications are off on this device.',
    unsupported: "This browser doesn't support notifications from websites.",
    denied: 'Your browser blocks notifications from this site. You can allow them in its settings.',
  },
}

declare global {
  interface WitverseTexts {
    mail: typeof en
  }
}
