import type { Translate } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { ko } from '../locales/ko'
import { readCsv, translateCsv } from './csv'

/** Looks up the Korean text of a key, like `textOr`. */
const t = ((key: string, values?: { defaultValue?: string }) => {
  const found = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], ko)
  return typeof found === 'string' ? found : (values?.defaultValue ?? key)
}) as Translate<'wallet'>

it('writes kinds, plugins and codes in the language of the screen', () => {
  const csv =
    '\ufeff번호,시각 (KST),종류,상대,메모,수량 (WIT),거래 후 잔액 (WIT),거래 ID\r\n' +
    '2,2026-11-21 14:02:00,hold,"theo","gift",-100.00,900.00,t2\r\n' +
    '3,2026-11-22 14:02:00,charge,market,"",-1.00,899.00,t3\r\n' +
    '1,2026-11-20 14:02:00,recharge,"탈퇴한 회원","",1000.00,1000.00,t1\r\n'
  const nameOf = (id: string) => (id === 'market' ? '마켓' : null)
  expect(translateCsv(csv, t, nameOf)).toBe(
    '\ufeff번호,시각 (KST),종류,상대,메모,수량 (WIT),거래 후 잔액 (WIT),거래 ID\r\n' +
      '2,2026-11-21 14:02:00,"보낸 선물","theo","선물",-100.00,900.00,t2\r\n' +
      '3,2026-11-22 14:02:00,"사용","마켓","",-1.00,899.00,t3\r\n' +
      '1,2026-11-20 14:02:00,"충전","탈퇴한 회원","",1000.00,1000.00,t1\r\n',
  )
})

it('reads quoted cells', () => {
  expect(readCsv('1,"a, ""b""\nc",2\r\n')).toEqual([['1', 'a, "b"\nc', '2']])
})
