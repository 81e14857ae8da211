// Texts of the bell in the header in English.
export const en = { open: 'Mail', unread_one: 'Mail: {{count}} unread', unread: 'Mail: {{count}} unread' }

declare global {
  interface WitverseTexts {
    'shell-mail': typeof en
  }
}
