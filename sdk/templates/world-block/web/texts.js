// The texts of the page in both languages of the platform.
export const TEXTS = {
  ko: {
    label: '한 줄 남기기',
    send: '남기기',
    signIn: '로그인하면 한 줄 남길 수 있습니다.',
    none: '아직 남긴 글이 없습니다. 첫 줄을 남겨 보세요.',
    gone: '탈퇴한 이용자',
  },
  en: {
    label: 'Leave a line',
    send: 'Send',
    signIn: 'Sign in to leave a line.',
    none: 'Nothing here yet. Leave the first line.',
    gone: 'Deleted account',
  },
}
