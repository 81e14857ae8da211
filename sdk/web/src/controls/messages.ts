// Texts of `@witverse/sdk/controls`.
const ko = {
  steps: '단계',
  stepOf: '{{count}}단계 중 {{step}}단계',
  stepDone: '완료',
}

const en: typeof ko = {
  steps: 'Steps',
  stepOf: 'Step {{step}} of {{count}}',
  stepDone: 'Done',
}

export const controlTexts = { namespace: 'kit-controls' as const, ko, en }

declare global {
  interface WitverseTexts {
    'kit-controls': typeof en
  }
}
