// Texts of the tutorial.
const ko = {
  title: '블록 튜토리얼',
  guide: '안내원 하루',
  me: '방문자',
  step: '{{count}}단계 중 {{at}}단계',
  skip: '튜토리얼 건너뛰기',
  skipStep: '이 단계 건너뛰기',
  walk: {
    title: '걸어 보기',
    pad: '왼쪽 스틱으로 걸어 보세요. 끝까지 밀면 뜁니다.',
    keys: 'W, A, S, D 키나 화살표 키로 걸어 보세요. Shift 키를 누르면 뜁니다.',
    touch: '화면 왼쪽을 누른 채 움직여 걸어 보세요.',
    map: '지도를 눌러 그곳으로 걸어가 보세요. 지도를 선택하고 화살표 키를 눌러도 됩니다.',
  },
  look: {
    title: '둘러보기',
    pad: '오른쪽 스틱으로 주위를 둘러보세요.',
    keys: '화면을 끌어 주위를 둘러보세요. Q 키와 R 키로도 돌아볼 수 있습니다.',
    touch: '화면 오른쪽을 끌어 주위를 둘러보세요.',
    map: '사물 목록에서 우물을 찾아 그곳으로 걸어가 보세요.',
  },
  sit: {
    title: '앉아 보기',
    pad: '나무 벤치 가까이에서 X(□) 버튼을 눌러 보세요.',
    keys: '나무 벤치를 눌러 앉아 보세요. 벤치 가까이에서 F 키를 눌러도 됩니다.',
    touch: '나무 벤치를 눌러 앉아 보세요.',
    map: '자리 목록에서 ‘앉기’를 눌러 보세요.',
  },
  chat: {
    title: '말하기',
    pad: '아래 입력란에 인사말을 쓰고 Enter 키를 눌러 보세요.',
    keys: '아래 입력란에 인사말을 쓰고 Enter 키를 눌러 보세요.',
    touch: '아래 입력란에 인사말을 써서 보내 보세요.',
    map: '아래 입력란에 인사말을 쓰고 Enter 키를 눌러 보세요.',
  },
  emoji: {
    title: '이모지 보내기',
    pad: 'LB(L1) 버튼을 누른 채 왼쪽 스틱으로 이모지를 고르고 손을 떼 보세요.',
    keys: '아래에서 이모지를 하나 골라 보세요. 같은 방에 있는 모두에게 보입니다.',
    touch: '아래에서 이모지를 하나 골라 보세요. 같은 방에 있는 모두에게 보입니다.',
    map: '아래에서 이모지를 하나 골라 보세요. 같은 방에 있는 모두에게 보입니다.',
  },
  door: {
    title: '문으로 나가기',
    pad: '정원 안쪽 문으로 가서 X(□) 버튼을 눌러 보세요.',
    keys: '정원 안쪽 문으로 가서 E 키를 눌러 보세요.',
    touch: '정원 안쪽 문으로 가서 버튼을 눌러 보세요.',
    map: '문 목록에서 ‘들어가기’를 눌러 보세요.',
  },
  says: {
    hello: '안녕하세요! 여기서는 무엇이든 편하게 해 보세요. 저만 보고 있습니다.',
    answer: '반갑습니다! 블록에서는 가까이 있는 사람들과 이렇게 이야기합니다.',
    door: '문이 열렸습니다. 준비되면 나가 보세요.',
  },
  end: {
    title: '이제 블록을 즐길 준비가 되었습니다',
    visitor: '회원이 되면 다른 사람들과 이야기하고, 아바타를 꾸미고, 월드에 가입할 수 있습니다.',
    newcomer: '마음에 드는 월드에 가입하고 블록에 들어가 사람들을 만나 보세요.',
    member: '내 월드의 블록에서 사람들을 만나 보세요.',
    signUp: '가입하기',
    worlds: '월드 둘러보기',
    blocks: '블록 보기',
    avatar: '아바타 꾸미기',
    again: '다시 해 보기',
  },
}

const en: typeof ko = {
  title: 'Block tutorial',
  guide: 'Haru, your guide',
  me: 'Visitor',
  step: 'Step {{at}} of {{count}}',
  skip: 'Skip the tutorial',
  skipStep: 'Skip this step',
  walk: {
    title: 'Walk',
    pad: 'Walk with the left stick. Push it all the way to run.',
    keys: 'Walk with W, A, S, D or the arrow keys. Hold Shift to run.',
    touch: 'Hold the left half of the screen and move your thumb to walk.',
    map: 'Press a place on the map to walk there, or focus the map and use the arrow keys.',
  },
  look: {
    title: 'Look around',
    pad: 'Look around with the right stick.',
    keys: 'Drag the picture to look around. The keys Q and R turn you, too.',
    touch: 'Drag the right half of the screen to look around.',
    map: 'Find the well in the list of things and walk there.',
  },
  sit: {
    title: 'Sit down',
    pad: 'Walk up to the wooden bench and press X (□).',
    keys: 'Click the wooden bench to sit, or walk up to it and press F.',
    touch: 'Tap the wooden bench to sit.',
    map: 'Choose Sit in the list of seats.',
  },
  chat: {
    title: 'Say something',
    pad: 'Write a greeting in the field below and press Enter.',
    keys: 'Write a greeting in the field below and press Enter.',
    touch: 'Write a greeting in the field below and send it.',
    map: 'Write a greeting in the field below and press Enter.',
  },
  emoji: {
    title: 'Send an emoji',
    pad: 'Hold LB (L1), point at an emoji with the left stick and let go.',
    keys: 'Choose an emoji below. Everybody in the room sees it.',
    touch: 'Choose an emoji below. Everybody in the room sees it.',
    map: 'Choose an emoji below. Everybody in the room sees it.',
  },
  door: {
    title: 'Go through the door',
    pad: 'Walk to the door at the end of the garden and press X (□).',
    keys: 'Walk to the door at the end of the garden and press E.',
    touch: 'Walk to the door at the end of the garden and tap the button.',
    map: 'Choose Go in in the list of doors.',
  },
  says: {
    hello: 'Hello! Try anything you like. Only I can see you here.',
    answer: 'Nice to meet you! This is how you talk with the people in a block.',
    door: 'The door is open. Go through when you are ready.',
  },
  end: {
    title: 'You are ready for blocks',
    visitor: 'Sign up to talk with people, to design your avatar and to join a world.',
    newcomer: 'Join a world you like, then walk into a block and meet people.',
    member: 'Meet people in the blocks of your world.',
    signUp: 'Sign up',
    worlds: 'Explore worlds',
    blocks: 'See the blocks',
    avatar: 'Design your avatar',
    again: 'Play again',
  },
}

declare global {
  interface WitverseTexts {
    'blocks-tutorial': typeof ko
  }
}

export const tutorialTexts = { namespace: 'blocks-tutorial', ko, en } as const
