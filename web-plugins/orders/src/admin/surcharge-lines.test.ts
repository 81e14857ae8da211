import { expect, it } from 'vitest'
import { areasOf, linesOf } from './surcharge-lines'

it('reads areas from lines in the forms that lists have, and names the line that is none', () => {
  const text = [
    '63000-63644 3000 제주특별자치도',
    '58826 5000',
    '',
    '40200~40240\t5,000\t경북 울릉군',
    '59137,59166,5000,전남 완도군',
  ].join('\n')
  const { areas, lines, wrong } = areasOf(text)
  expect(areas).toEqual([
    { from: '63000', to: '63644', won: 3000, area: '제주특별자치도' },
    { from: '58826', to: '58826', won: 5000, area: '' },
    { from: '40200', to: '40240', won: 5000, area: '경북 울릉군' },
    { from: '59137', to: '59166', won: 5000, area: '전남 완도군' },
  ])
  expect([lines, wrong]).toEqual([[1, 2, 4, 5], null])
  expect(areasOf(linesOf(areas)).areas).toEqual(areas)
  for (const line of ['제주 3000', '63000', '6300-63644 3000', '63000-63644 free']) {
    expect(areasOf(`58826 5000\n\n${line}`).wrong).toBe(3)
  }
})
