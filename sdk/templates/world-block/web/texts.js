// The texts of the page in both languages of the platform.
export const TEXTS = {
  ko: {
    goal: '모든 등불을 함께 밝혀 보세요.',
    board: '등불',
    lantern: (number) => `등불 ${number}`,
    presses: (count) => `누른 횟수 ${count}번`,
    solved: (count) => `모두 밝힌 횟수 ${count}번`,
    solvedBy: (count, name) => `모두 밝힌 횟수 ${count}번, 마지막은 ${name} 님`,
    people: (names) => `함께 있는 사람: ${names}`,
    signIn: '로그인하면 함께 할 수 있습니다.',
  },
  en: {
    goal: 'Light all the lanterns together.',
    board: 'Lanterns',
    lantern: (number) => `Lantern ${number}`,
    presses: (count) => `Presses: ${count}`,
    solved: (count) => `All lit: ${count}`,
    solvedBy: (count, name) => `All lit: ${count}, last by ${name}`,
    people: (names) => `Here: ${names}`,
    signIn: 'Sign in to play.',
  },
}
