// The texts of the lantern race in English.

export const en = {
  title: 'Lantern race',
  start: 'Start a race',
  again: 'Race again',
  laps: 'Laps',
  lap_one: '{{count}} lap',
  lap_other: '{{count}} laps',
  join: 'Join',
  leave: 'Give up',
  logIn: 'Log in to race',
  rules: 'Pass the lanterns in order. The first one back at the start wins.',
  lobby: 'The race starts in {{seconds}} s. Get to the start.',
  joined: 'You are in',
  countdown: 'Stay at the start: {{seconds}}',
  go: 'Go!',
  falseStart: 'Too early. Go back to the start and leave it again.',
  next: {
    ready: 'Go to the start',
    start: 'Leave the start',
    gate: 'Lantern {{number}} of {{count}}',
    finish: 'Back to the start',
  },
  lapOf: 'Lap {{lap}} of {{laps}}',
  walk: 'Walk there',
  noWay: 'There is no way there.',
  watching: 'A race is on. You can join the next one.',
  onTheWay: '{{passed}} of {{steps}}',
  left: 'Gave up',
  unfinished: 'Not finished',
  finished: 'You finished in {{time}}.',
  won: 'You won in {{time}}!',
  best: 'Personal best',
  results: 'Results',
  review: {
    title: 'Times to review',
    hint: 'These times are faster than anyone can move here. They count only if you accept them.',
    why: 'From step {{from}} to step {{to}} in {{took}}. The fastest possible time is {{least}}.',
    whyStart: 'From the start to step {{to}} in {{took}}. The fastest possible time is {{least}}.',
    accept: 'Accept',
    acceptOf: 'Accept the time of {{name}}',
    reject: 'Reject',
    rejectOf: 'Reject the time of {{name}}',
    pending: 'Under review',
    rejected: 'Does not count',
    own: {
      pending:
        'You finished in {{time}}. That is faster than is possible here, so a moderator looks at it first.',
      rejected: 'Your time of {{time}} does not count. A moderator has looked at it.',
    },
  },
  ended: {
    finished: 'The race is over.',
    timeLimit: 'Time is up.',
    restarted: 'The race was stopped because the block was opened again. Its times do not count.',
    lost: 'The race was stopped because of a technical problem. Please start again.',
  },
  times: 'Best times',
  own: 'Your best: {{time}}',
  none: 'No times yet. Be the first one!',
  gone: 'Deleted account',
  error: 'The race could not be loaded.',
  retry: 'Try again',
}

declare global {
  interface WitverseTexts {
    'lantern-race': typeof en
  }
}
