// Texts for a world that the caller cannot see.
const ko = {
  browse: '다른 월드 보기',
  notFound: '월드를 찾을 수 없습니다',
  notFoundText: '‘{{world}}’ 월드는 없습니다.',
  create: '‘{{world}}’ 만들기',
  noScreen: '페이지를 찾을 수 없습니다',
  noScreenText: '주소가 잘못되었거나 삭제된 페이지입니다.',
  isPrivate: '비공개 월드입니다',
  isPrivateText: '멤버만 볼 수 있습니다. 소유자에게 초대를 요청해 보세요.',
  blacklisted: '지금은 {{world}} 월드를 이용할 수 없습니다',
  blacklistedReason: '사유: {{reason}}.',
  blacklistedUntil: '{{until}}까지 이용이 제한됩니다.',
  blacklistedOpen: '별도 안내가 있을 때까지 이용이 제한됩니다.',
}

const en: typeof ko = {
  browse: 'See other worlds',
  notFound: 'World not found',
  notFoundText: 'There is no world named “{{world}}”.',
  create: 'Create “{{world}}”',
  noScreen: 'Page not found',
  noScreenText: 'The address may be wrong, or the page was removed.',
  isPrivate: 'This world is private',
  isPrivateText: 'Only members can see it. Ask the owner to invite you.',
  blacklisted: 'You can’t use {{world}} at the moment',
  blacklistedReason: 'Reason: {{reason}}.',
  blacklistedUntil: 'This applies until {{until}}.',
  blacklistedOpen: 'This applies until further notice.',
}

export const worldTexts = { namespace: 'kit-world' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-world': typeof en
  }
}
