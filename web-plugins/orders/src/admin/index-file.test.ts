import { expect, test } from 'vitest'
import { encodingOf, type IndexRow, lineReader, partsOf } from './index-file'

const HEADER =
  '\ufeff우편번호|시도|시도영문|시군구|시군구영문|읍면|읍면영문|도로명코드|도로명|도로명영문|지하여부|건물번호본번|건물번호부번|건물관리번호|다량배달처명|시군구용건물명|법정동코드|법정동명|리명|행정동명|산여부|지번본번|읍면동일련번호|지번부번|구우편번호|우편번호일련번호'
const TOWER =
  '06236|서울특별시|Seoul|강남구|Gangnam-gu|||116803122010|테헤란로|Teheran-ro|0|152|0|1168010100107370000007064||가람타워|1168010100|역삼동||역삼1동|0|737|01|0||'
const HOUSE =
  '63528|제주특별자치도|Jeju-do|서귀포시|Seogwipo-si|안덕면|Andeok-myeon|501303350123|사계남로|Sagyenam-ro|0|216|28|5013031024100160000000001|||5013031024|안덕면|사계리|안덕면|1|16|01|3||'

test('a line is read by the names of its columns', () => {
  const read = lineReader(HEADER)
  expect(read?.(TOWER)).toEqual({
    ...{ code: '06236', province: '서울특별시', provinceEn: 'Seoul', district: '강남구' },
    ...{ districtEn: 'Gangnam-gu', town: '', townEn: '', road: '테헤란로', roadEn: 'Teheran-ro' },
    ...{ isUnderground: false, main: 152, sub: 0, building: '가람타워', quarter: '역삼동', village: '' },
    ...{ isMountain: false, lot: 737, subLot: 0 },
  })
  expect(read?.(HOUSE)).toMatchObject({
    town: '안덕면',
    sub: 28,
    village: '사계리',
    isMountain: true,
    subLot: 3,
  })
  expect(read?.('6236|서울특별시')).toBeNull()
  expect(lineReader('이름|전화')).toBeNull()
})

test('a file is read in parts, also if a line lies in two pieces', async () => {
  const pieces = [`${HEADER}\r\n${TOWER.slice(0, 20)}`, `${TOWER.slice(20)}\r\nbroken\r\n`, HOUSE]
  const file = new Blob(pieces)
  expect(await encodingOf(file)).toBe('utf-8')
  const parts: IndexRow[][] = []
  let [skipped, bytes] = [0, 0]
  const listener = { onSkipped: () => skipped++, onRead: (read: number) => (bytes += read) }
  for await (const part of partsOf(file, 'utf-8', 1, listener)) parts.push(part)
  expect(bytes).toBe(file.size)
  expect(parts.map((part) => part.map(({ code }) => code))).toEqual([['06236'], ['63528']])
  expect(skipped).toBe(1)
})

test('the older encoding is recognised, and other files are not', async () => {
  // The two names in EUC-KR, as bytes.
  const names = ['우편번호', '시도', '시군구', '도로명', '건물번호본번']
  const bytes: Record<string, number[]> = {
    ...{ 우: [0xbf, 0xec], 편: [0xc6, 0xed], 번: [0xb9, 0xf8], 호: [0xc8, 0xa3], 시: [0xbd, 0xc3] },
    ...{ 도: [0xb5, 0xb5], 군: [0xb1, 0xba], 구: [0xb1, 0xb8], 로: [0xb7, 0xce], 명: [0xb8, 0xed] },
    ...{ 건: [0xb0, 0xc7], 물: [0xb9, 0xb0], 본: [0xba, 0xbb], '|': [0x7c] },
  }
  const header = [...names.join('|')].flatMap((letter) => bytes[letter] ?? [])
  expect(await encodingOf(new Blob([new Uint8Array([...header, 0x0a])]))).toBe('euc-kr')
  expect(await encodingOf(new Blob(['name,phone\n']))).toBeNull()
})
