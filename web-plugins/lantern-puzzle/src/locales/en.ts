// The texts of the lantern puzzle in English.
export const en = {
  title: 'Lantern puzzle',
  rules: 'Pressing a lantern switches it and the ones beside it. Light all 25.',
  start: 'Start',
  again: 'Play a new one',
  giveUp: 'Give up',
  logIn: 'Sign in and play',
  board: '25 lanterns',
  lit: 'Row {{row}}, column {{column}}, lit',
  dark: 'Row {{row}}, column {{column}}, dark',
  presses_one: '{{count}} press',
  presses_other: '{{count}} presses',
  sending: 'Your presses are being sent.',
  sendAgain: 'Send again',
  notSent: 'Your presses could not be sent. The time runs until they are.',
  over: 'The puzzle has ended after ten minutes.',
  solved: 'All lit in {{time}}.',
  best: '{{time}}: your best time!',
  pending: 'All lit in {{time}}. That is fast for a hand, so a moderator checks it first.',
  times: 'Best times',
  own: 'Your best time: {{time}}',
  none: 'There are no times yet. Set the first one.',
  gone: 'Deleted account',
  error: 'The puzzle could not be loaded.',
  retry: 'Try again',
  review: {
    title: 'Times to review',
    hint: 'These are too fast or too even for a hand. They are ranked after you accept them.',
    tooFast: 'Too fast to read the board and press.',
    evenPace: 'All pauses between presses are equal.',
    watch: 'Watch',
    watchOf: 'Watch the run of {{name}}',
    runOf: 'The run of {{name}}',
    runHint: 'The server has played these presses again. Their times are by the player’s clock.',
    play: 'Play',
    pause: 'Pause',
    at: 'Presses',
    after: '{{time}}, press {{count}}',
    accept: 'Accept',
    acceptOf: 'Accept the time of {{name}}',
    reject: 'Reject',
    rejectOf: 'Reject the time of {{name}}',
  },
}

declare global {
  interface WitverseTexts {
    'lantern-puzzle': typeof en
  }
}
