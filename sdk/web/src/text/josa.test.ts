import i18next from 'i18next'
import { expect, it } from 'vitest'
import { addJosaFormat, particleOf } from './josa'

it.each([
  ['달', '을/를', '을'],
  ['나무', '을/를', '를'],
  ['달', '으로/로', '로'],
  ['문', '으로/로', '으로'],
  ['admin', '을/를', '을'],
  ['mina', '을/를', '를'],
  ['test_01', '으로/로', '로'],
  ['test3', '을/를', '을'],
  ['달고양이!', '을/를', '를'],
])('picks for %s of %s the particle %s', (word, pair, expected) =>
  expect(particleOf(word, pair)).toBe(expected),
)

it('works as a format in texts', async () => {
  const texts = i18next.createInstance()
  const resources = { ko: { kit: { added: '‘{{word}}’{{word, josa(pair: 을/를)}} 추가했습니다.' } } }
  await texts.init({ lng: 'ko', ns: ['kit'], defaultNS: 'kit', resources })
  addJosaFormat(texts)
  expect(texts.t('added', { word: '나무' })).toBe('‘나무’를 추가했습니다.')
  expect(texts.t('added', { word: '달' })).toBe('‘달’을 추가했습니다.')
})
