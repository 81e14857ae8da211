// Texts of `@witverse/sdk/pickers`.
const ko = {
  open: '목록 열기',
  clear: '지우기',
  noMatch: '‘{{text}}’ 검색 결과가 없습니다.',
  noOptions: '선택할 항목이 없습니다.',
  searching: '검색하는 중',
  found: '항목 {{count}}개',
  found_one: '항목 {{count}}개',
  calendar: '달력 열기',
  calendarOf: '{{label}} 달력',
  dateFormat: 'YYYY.MM.DD',
  dateInvalid: '날짜를 2026.11.24처럼 입력해 주세요.',
  tooEarly: '{{date}} 이후의 날짜를 선택해 주세요.',
  tooLate: '{{date}} 이전의 날짜를 선택해 주세요.',
  hour: '시',
  minute: '분',
  zone: '한국 시간(KST)',
  yourTime: '현지 시각 {{moment}}',
}

const en: typeof ko = {
  open: 'Show options',
  clear: 'Clear',
  noMatch: 'Nothing found for “{{text}}”.',
  noOptions: 'No options available.',
  searching: 'Searching',
  found: '{{count}} options',
  found_one: '{{count}} option',
  calendar: 'Open calendar',
  calendarOf: 'Calendar: {{label}}',
  dateFormat: 'YYYY.MM.DD',
  dateInvalid: 'Enter a date such as 2026.11.24.',
  tooEarly: 'Choose {{date}} or a later date.',
  tooLate: 'Choose {{date}} or an earlier date.',
  hour: 'Hour',
  minute: 'Minute',
  zone: 'Korea time (KST)',
  yourTime: '{{moment}} your time',
}

export const pickerTexts = { namespace: 'kit-pickers' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-pickers': typeof en
  }
}
