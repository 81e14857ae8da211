// The header's bell, in English.
export const en = {
  open: 'Mail',
  unread_one: 'Mail: {{count}} unread',
  unread: 'Mail: {{count}} unread',
}
