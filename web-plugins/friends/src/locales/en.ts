// The texts about friends in English.
export const en = {
  title: 'Friends',
  lead: 'See your friends and send them gifts.',
  counted_one: 'You have {{count}} friend.',
  counted: 'You have {{count}} friends.',
  visitor: { title: 'Log in to see your friends', text: 'Find friends, answer requests and send gifts.' },
  tabs: { friends: 'My friends', requests: 'Requests', find: 'Find people' },
  waiting_one: '{{count}} request waiting',
  waiting: '{{count}} requests waiting',
  since: 'Friends since {{date}}',
  gift: 'Send a gift',
  giftTo: 'Send {{name}} a gift',
  none: {
    title: 'No friends yet',
    text: 'Search by nickname, or say hello to people in your world.',
    action: 'Find people',
  },
  remove: {
    title: 'Remove {{name}} from your friends?',
    text: "We won't tell them. Gifts already sent still arrive. You can send a new request later.",
    action: 'Remove',
  },
  removeOne: 'Remove {{name}} from your friends',
  friendsWith: 'You and {{name}} are friends. Remove from friends',
  requests: {
    received: 'Received',
    receivedText: "These people want to be your friends. We won't tell people you decline.",
    receivedNone: 'No requests.',
    sent: 'Sent',
    sentText: 'Your requests stay here until they are answered or you cancel them.',
    sentNone: 'No requests sent.',
  },
  accept: 'Accept',
  acceptLong: 'Accept friend request',
  acceptOne: "Accept {{name}}'s request",
  reject: 'Decline',
  rejectOne: "Decline {{name}}'s request",
  cancel: 'Cancel',
  cancelOne: 'Cancel the request to {{name}}',
  add: 'Add friend',
  addOne: 'Add friend: {{name}}',
  asksYou: 'Wants to be your friend',
  states: { sent: 'Request sent', friends: 'Friends', self: 'You' },
  find: {
    label: 'Nickname',
    hint: 'Type the first letters.',
    start: 'Who are you looking for?',
    startText: 'Type a nickname above. Use the arrow keys to move through the results.',
    results: 'Search results',
    none: 'No nicknames start with “{{text}}”.',
    count_one: '{{count}} person found',
    count: '{{count}} people found',
  },
  suggestions: {
    title: 'People in {{world}}',
    anywhere: 'People in your world',
    text: "They're in your world, but not your friends yet.",
    none: 'No one else to add here right now.',
    noWorld: 'Join a world to see its people here.',
    chooseWorld: 'Choose a world',
  },
  said: {
    asked: 'Friend request sent to {{name}}.',
    accepted: 'You and {{name}} are now friends.',
    rejected: 'Request declined.',
    cancelled: 'Request cancelled.',
    removed: 'You removed {{name}} from your friends.',
  },
}

declare global {
  interface WitverseTexts {
    friends: typeof en
  }
}
