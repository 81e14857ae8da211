// The kit's own texts (namespace `kit`).
export const kitMessages = {
  ko: {
    close: '닫기',
    retry: '다시 시도',
    showPassword: '비밀번호 표시',
    loadFailed: '데이터를 불러오지 못했습니다',
  },
  en: {
    close: 'Close',
    retry: 'Try again',
    showPassword: 'Show password',
    loadFailed: 'Could not load data',
  },
}
