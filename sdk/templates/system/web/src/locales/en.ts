// The texts in English. Other modules use the types of their keys.
export const en = {
  title: 'My note',
  visitor: { title: 'Log in to keep a note', text: 'Only you can read it.' },
  empty: { title: 'Your note is empty', text: 'Keep something here that only you can read.' },
  write: 'Write a note',
  edit: 'Edit',
  label: 'Note',
  hint: 'Up to 2,000 characters.',
  tooLong: 'Write at most 2,000 characters.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
}

declare global {
  interface WitverseTexts {
    '{{id}}': typeof en
  }
}
