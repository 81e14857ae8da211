import { expect, test } from 'vitest'
import { csvFile, textCell } from './csv'

test('a text stays a text', () => {
  for (const text of ['sora', 'A 1', '3 lamps', '서울 12', '', '12e', 'v1.0']) {
    expect(textCell(text)).toBe(`"${text}"`)
  }
  for (const text of ['=1+1', '+82 10', '-5', '@sum', '＝1', ' =1', '\t1']) {
    expect(textCell(text)).toBe(`"'${text}"`)
  }
  for (const text of ['007', '01012345678', '04524', '1-2', '3/4', '1.10', '12:30', '1e5', '０７', '50%']) {
    expect(textCell(text)).toBe(`"=""${text}"""`)
  }
  expect(textCell('a "b"')).toBe('"a ""b"""')
})

test('lines end as spreadsheets expect', () => {
  expect(csvFile([['"a"', '1'], ['"b"']])).toBe('\uFEFF"a",1\r\n"b"\r\n')
})
