// Texts of `@witverse/sdk/content`.
const ko = {
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
