// The texts of the page in both languages of the platform.
export const TEXTS = {
  ko: {
    label: '쪽지 남기기',
    send: '남기기',
    closed: '이벤트가 진행되는 동안 참가자가 쪽지를 남길 수 있습니다.',
    none: '아직 쪽지가 없습니다.',
    gone: '탈퇴한 이용자',
  },
  en: {
    label: 'Leave a note',
    send: 'Send',
    closed: 'People who take part can leave notes while the event runs.',
    none: 'There are no notes yet.',
    gone: 'Deleted account',
  },
}
