// Texts of `@witverse/sdk/forms`.
const ko = {
  required: '필수 항목을 다시 확인해 주세요.',
  reasonShort: '{{min}}자 이상 입력해 주세요.',
  noDate: '날짜를 2026.11.24처럼 입력해 주세요.',
  wholeNumber: '정수를 입력해 주세요.',
  tooSmall: '더 큰 값을 입력해 주세요.',
  tooLarge: '더 작은 값을 입력해 주세요.',
  witMinimum: '1 WIT 이상 입력해 주세요.',
  witShort: '보유 WIT가 부족합니다.',
  less: '줄이기',
  moreBy: '늘리기',
  unknown: '알 수 없는 오류가 발생했습니다.',
  worth: '약 {{usd}}',
  available: '사용 가능 {{wit}} WIT',
}

const en: typeof ko = {
  required: 'please double-check the required fields',
  reasonShort: 'Please write at least {{min}} characters.',
  noDate: 'Enter a date such as 2026.11.24.',
  wholeNumber: 'Please enter a whole number.',
  tooSmall: 'Please enter a larger number.',
  tooLarge: 'Please enter a smaller number.',
  witMinimum: 'Please enter at least 1 WIT.',
  witShort: 'Not enough WIT in possession.',
  less: 'Decrease',
  moreBy: 'Increase',
  unknown: 'An unknown error occurred.',
  worth: 'About {{usd}}',
  available: '{{wit}} WIT available',
}

export const formTexts = { namespace: 'kit-forms' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-forms': typeof en
  }
}
