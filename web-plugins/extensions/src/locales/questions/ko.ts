/** What the page of a plugin asks the person, in a dialog of the shell. */
export const questions = {
  pay: {
    title: '{{name}}에 WIT를 낼까요?',
    text: '플러그인이 WIT를 요청했습니다. Witverse에서 만든 플러그인이 아니며, 거절할 수 있습니다.',
    playText: '시험 중이라 연습용 WIT로 냅니다. 진짜 WIT는 쓰이지 않습니다.',
    to: '받는 곳',
    reason: '플러그인의 설명',
    amount: '금액',
    balance: '보유',
    confirm: '{{amount}} WIT 내기',
    declined: 'WIT를 내지 않았습니다.',
    notAgain: '이 플러그인은 지금 다시 요청할 수 없습니다.',
    signIn: '로그인한 뒤에 WIT를 낼 수 있습니다.',
    notAllowed: '여기에서는 이 플러그인이 요청할 수 없는 금액입니다.',
  },
  escrow: {
    title: '{{name}}에 이 아이템을 맡길까요?',
    text: '맡기면 플러그인이 이 아이템을 다른 참여자에게 줄 수 있고, 그러면 돌려받지 못합니다. Witverse에서 만든 플러그인이 아니며, 거절할 수 있습니다. 다른 사람에게 주지 않은 아이템은 돌아옵니다.',
    until: '늦어도 돌아오는 때',
    confirm: '맡기기',
    notAsked: '플러그인의 요청이 끝났습니다. 플러그인에서 다시 시도해 주세요.',
    declined: '아이템을 맡기지 않았습니다.',
    notAgain: '이 플러그인은 지금 다시 요청할 수 없습니다.',
    signIn: '로그인한 뒤에 아이템을 맡길 수 있습니다.',
  },
}
