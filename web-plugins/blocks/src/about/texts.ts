// Texts of the page of a block and of its gallery.
const ko = {
  enter: '들어가기',
  edit: '블록 편집',
  gallery: '블록 사진',
  picture: '{{title}} 사진 {{at}}/{{count}}',
  pictures: '사진',
  count: '{{count}}장',
  about: '소개',
  none: '아직 소개가 없습니다.',
  maker: '만든 사람',
  formerMember: '탈퇴한 회원',
  kind: '종류',
  access: '들어올 수 있는 사람',
  opened: '공개한 날',
  visits: '방문',
  visitCount: '{{visits}}회 · {{visitors}}명',
  world: '월드',
  draft: '만드는 중',
  draftText: '공개하기 전에는 나와 월드 관리자만 볼 수 있습니다.',
  locked: '댓글은 이 블록에 들어갈 수 있는 사람만 볼 수 있습니다.',
}

const en: typeof ko = {
  enter: 'Enter',
  edit: 'Edit block',
  gallery: 'Pictures of the block',
  picture: 'Picture {{at}} of {{count}}: {{title}}',
  pictures: 'Pictures',
  count: '{{count}}',
  about: 'About',
  none: 'No description yet.',
  maker: 'Made by',
  formerMember: 'A former member',
  kind: 'Kind',
  access: 'Who can enter',
  opened: 'Opened',
  visits: 'Visits',
  visitCount: '{{visits}} · {{visitors}} people',
  world: 'World',
  draft: 'In the making',
  draftText: 'Until it is published, only its maker and the world’s administrators see it.',
  locked: 'Only people who can enter this block can see its comments.',
}

declare global {
  interface WitverseTexts {
    'blocks-about': typeof ko
  }
}

export const aboutTexts = { namespace: 'blocks-about', ko, en } as const
