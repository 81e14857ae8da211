// Texts of the bell in the header in Korean.
import type { en } from './en'

export const ko: typeof en = {
  open: '우편함',
  unread_one: '우편함: 읽지 않은 우편 {{count}}개',
  unread: '우편함: 읽지 않은 우편 {{count}}개',
}
