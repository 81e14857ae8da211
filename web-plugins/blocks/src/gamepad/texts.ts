// Texts of the gamepad.
const ko = {
  title: '게임패드가 연결되었습니다',
  unknown: '이 게임패드는 버튼 배치를 알 수 없어 사용할 수 없습니다.',
  walk: '왼쪽 스틱',
  walkText: '걷기(끝까지 밀면 뛰기)',
  look: '오른쪽 스틱',
  lookText: '둘러보기',
  jump: 'A 또는 ✕',
  jumpText: '점프',
  interact: 'X 또는 □',
  interactText: '앉기·일어나기, 문 열기',
  view: 'Y 또는 △',
  viewText: '1인칭 시점',
  wheel: 'LB 또는 L1',
  wheelText: '누른 채 이모지 고르기',
  close: '게임패드 안내 닫기',
  choose: '이모지 고르기',
}

const en: typeof ko = {
  title: 'Gamepad connected',
  unknown: 'This gamepad has an unknown layout and can’t be used here.',
  walk: 'Left stick',
  walkText: 'Walk; all the way to run',
  look: 'Right stick',
  lookText: 'Look around',
  jump: 'A or ✕',
  jumpText: 'Jump',
  interact: 'X or □',
  interactText: 'Sit, stand up, go through a door',
  view: 'Y or △',
  viewText: 'First person',
  wheel: 'LB or L1',
  wheelText: 'Hold to choose an emoji',
  close: 'Close the gamepad help',
  choose: 'Choose an emoji',
}

declare global {
  interface WitverseTexts {
    'blocks-gamepad': typeof ko
  }
}

export const gamepadTexts = { namespace: 'blocks-gamepad', ko, en } as const
