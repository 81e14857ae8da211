// Texts of `@witverse/sdk/data`.
const ko = {
  sortBy: '{{column}} 기준으로 정렬',
  updating: '업데이트하는 중',
  asTable: '표로 보기',
  asChart: '그래프로 보기',
  chartHint: '왼쪽·오른쪽 화살표 키로 값을 살펴볼 수 있습니다.',
  end: '모두 불러왔습니다.',
  chartFailed: '그래프를 불러오지 못했습니다. 표로 보여 드립니다.',
}

const en: typeof ko = {
  sortBy: 'Sort by {{column}}',
  updating: 'Updating',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  chartHint: 'Use the left and right arrow keys to read the values.',
  end: "You've reached the end.",
  chartFailed: 'The chart could not be loaded. Here is the table.',
}

export const dataTexts = { namespace: 'kit-data' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-data': typeof en
  }
}
