// The texts in Korean.
import type { en } from './en'

export const ko: typeof en = {
  title: '내 메모',
  visitor: { title: '로그인하고 메모를 남겨 보세요', text: '메모는 나만 볼 수 있습니다.' },
  empty: { title: '아직 메모가 없습니다', text: '나만 볼 수 있는 메모를 남겨 보세요.' },
  write: '메모 쓰기',
  edit: '수정',
  label: '메모',
  hint: '2,000자까지 쓸 수 있습니다.',
  tooLong: '2,000자까지 쓸 수 있습니다.',
  save: '저장',
  cancel: '취소',
  saved: '저장했습니다.',
}
