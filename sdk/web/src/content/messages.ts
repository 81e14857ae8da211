// Texts of `@witverse/sdk/content`.
const ko = {
  editor: {
    tools: '서식',
    bold: '굵게',
    italic: '기울임',
    paragraph: '본문',
    heading: '제목',
    subheading: '소제목',
    bullets: '글머리 기호 목록',
    numbers: '번호 목록',
    link: '링크',
    image: '이미지 추가',
    undo: '실행 취소',
    redo: '다시 실행',
    linkAddress: '링크 주소',
    linkHint: 'https://로 시작하는 주소나 이 사이트의 경로를 입력해 주세요.',
    linkWrong: '사용할 수 없는 주소입니다.',
    linkSave: '링크 저장',
    linkRemove: '링크 삭제',
    count: '{{count}} / {{limit}}자',
    tooLong: '{{limit}}자까지 쓸 수 있습니다.',
  },
  image: '이미지',
  imagePending: '이미지를 준비하는 중입니다.',
  imageFailed: '이미지를 불러오지 못했습니다.',
  newTab: '새 탭에서 열림',
  viewer: {
    open: '크게 보기: {{text}}',
    title: '이미지 보기',
    previous: '이전 이미지',
    next: '다음 이미지',
    close: '닫기',
    zoomIn: '확대',
    zoomOut: '축소',
    position: '이미지 {{total}}장 중 {{index}}번째',
    more: '이미지 {{count}}장 더 보기',
  },
}

const en: typeof ko = {
  editor: {
    tools: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    paragraph: 'Text',
    heading: 'Heading',
    subheading: 'Subheading',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    link: 'Link',
    image: 'Add an image',
    undo: 'Undo',
    redo: 'Redo',
    linkAddress: 'Link address',
    linkHint: 'Enter an address that starts with https://, or a path on this site.',
    linkWrong: 'This address cannot be used.',
    linkSave: 'Save link',
    linkRemove: 'Remove link',
    count: '{{count}} of {{limit}} characters',
    tooLong: 'Up to {{limit}} characters.',
  },
  image: 'Image',
  imagePending: 'This image is being prepared.',
  imageFailed: 'This image could not be loaded.',
  newTab: 'opens in a new tab',
  viewer: {
    open: 'Enlarge: {{text}}',
    title: 'Images',
    previous: 'Previous image',
    next: 'Next image',
    close: 'Close',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    position: 'Image {{index}} of {{total}}',
    more: 'Show more images ({{count}})',
  },
}

export const contentTexts = { namespace: 'kit-content' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-content': typeof en
  }
}
