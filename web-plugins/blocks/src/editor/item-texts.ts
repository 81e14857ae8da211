// Texts about items on frames and stands, in the editor.
const ko = {
  title: '전시할 아이템 고르기',
  text: '블록을 공개하면 아이템이 잠깁니다. 치울 때까지 판매, 선물, 착용을 할 수 없습니다.',
  search: '내 아이템 찾기',
  list: '내 아이템',
  loading: '아이템을 불러오는 중',
  none: '아직 아이템이 없습니다.',
  noMatch: '찾는 아이템이 없습니다. 다른 이름으로 찾아 보세요.',
  get: '마켓 둘러보기',
  empty: '빈 채로 놓기',
  used: '이미 사용함',
  here: '이 블록에 놓음',
  locks: {
    listing: '마켓에서 판매 중',
    gift: '선물 수락 대기 중',
    worn: '아바타가 착용 중',
    placed: '다른 블록에 놓임',
    other: '다른 곳에서 사용 중',
  },
  field: '전시할 아이템',
  nothing: '비어 있습니다.',
  unknown: '정보를 볼 수 없는 아이템',
  owner: '소유자: {{name}}',
  waits: '공개하면 방문자에게 보입니다.',
  choose: '아이템 고르기',
  change: '다른 아이템으로 바꾸기',
  clear: '치우기',
  publish: '아이템 {{count}}개를 전시합니다. 공개하면 잠기며, 치울 때까지 판매, 선물, 착용을 할 수 없습니다.',
  select: '{{name}} 선택',
}

const en: typeof ko = {
  title: 'Choose one of your items',
  text: 'Publishing the block locks the item. You can’t sell, give away or wear it until you take it down.',
  search: 'Find an item',
  list: 'Your items',
  loading: 'Loading your items',
  none: 'You don’t have any items yet.',
  noMatch: 'Nothing found. Try another name.',
  get: 'Browse the market',
  empty: 'Place it empty',
  used: 'Used',
  here: 'Already in this block',
  locks: {
    listing: 'For sale on the market',
    gift: 'Waiting as a gift',
    worn: 'Worn by your avatar',
    placed: 'In another block',
    other: 'In use elsewhere',
  },
  field: 'Item on show',
  nothing: 'It is empty.',
  unknown: 'An item that can’t be shown',
  owner: 'Owner: {{name}}',
  waits: 'Visitors see it once you publish.',
  choose: 'Choose an item',
  change: 'Change the item',
  clear: 'Take it out',
  publish:
    'Items on show: {{count}}. Publishing locks them: you can’t sell, give away or wear them until you take them down.',
  select: 'Select {{name}}',
}

declare global {
  interface WitverseTexts {
    'blocks-editor-items': typeof ko
  }
}

export const itemEditorTexts = { namespace: 'blocks-editor-items', ko, en } as const
