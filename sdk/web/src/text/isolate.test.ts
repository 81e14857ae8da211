import i18next from 'i18next'
import { expect, it } from 'vitest'
import { isolated } from './isolate'

it('a value from right to left is isolated from the text around it', async () => {
  const texts = i18next.createInstance()
  const resources = { en: { kit: { starts: '“{{title}}” starts at {{at}}.' } } }
  await texts.init({
    lng: 'en',
    ns: ['kit'],
    defaultNS: 'kit',
    resources,
    interpolation: { escape: isolated },
  })
  for (const [title, expected] of [
    ['Lanterns & <tea> ❤️ 등불', 'Lanterns & <tea> ❤️ 등불'],
    ['פנסים 7', '\u2068פנסים 7\u2069'],
    ['مصابيح', '\u2068مصابيح\u2069'],
    ['𞤀𞤁', '\u2068𞤀𞤁\u2069'],
    ['\u202eabc', '\u2068\u202eabc\u2069'],
  ]) {
    expect(texts.t('starts', { title, at: '19:00' })).toBe(`“${expected}” starts at 19:00.`)
  }
})
