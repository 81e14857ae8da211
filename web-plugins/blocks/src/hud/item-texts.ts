// Texts about the items that stand in a room.
const ko = {
  look: '{{name}} 보기',
  owner: '소유자: {{name}}',
  page: '아이템 페이지',
  close: '닫기',
  title: '전시된 아이템',
  seePage: '{{name}} 아이템 페이지',
}

const en: typeof ko = {
  look: 'Look at {{name}}',
  owner: 'Owner: {{name}}',
  page: 'Item page',
  close: 'Close',
  title: 'Items on show',
  seePage: 'Item page of {{name}}',
}

declare global {
  interface WitverseTexts {
    'blocks-items': typeof ko
  }
}

export const itemTexts = { namespace: 'blocks-items', ko, en } as const
