// Texts of the dialog that asks for the password or a passkey again, in Korean.
import type { en } from './en'

export const ko: typeof en = {
  title: '본인 확인',
  text: '비밀번호나 패스키로 한 번 더 확인해 주세요. 10분 동안은 다시 묻지 않습니다.',
  submit: '확인',
  passkey: '패스키 사용하기',
  wait: '{{seconds}}초 후에 다시 시도',
  or: '또는',
}
