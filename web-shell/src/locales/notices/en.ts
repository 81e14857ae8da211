// Texts of the administrators' notices screen in English.
export const en = {
  title: 'Notices',
  text: "Appear in everyone's mail. You can't edit a published notice, only withdraw it.",
  none: 'No notices yet.',
  write: 'Write a notice',
  edit: 'Edit',
  editTitle: 'Edit notice',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this notice?',
  withdrawText: "It disappears from everyone's mail. People who have read it already know what it says.",
  withdrawScheduled: "It won't be published.",
  withdrawn: 'The notice was withdrawn.',
  at: '{{time}} KST',
  states: { scheduled: 'Scheduled', published: 'Published', withdrawn: 'Withdrawn' },
  languages: { ko: 'Korean', en: 'English' },
  noticeTitle: 'Title',
  body: 'Text',
  both: 'Please write the notice in both languages.',
  when: 'When',
  whens: { now: 'Now', later: 'Later' },
  whenRequired: 'Please choose a date and time.',
  publishAt: 'Date and time',
  publishHint: 'Korean time. A time in the past publishes it right away.',
  publish: 'Publish',
  schedule: 'Schedule',
  published: 'The notice was published.',
  scheduled: 'The notice was scheduled.',
}

declare global {
  interface WitverseTexts {
    'shell-notices': typeof en
  }
}
