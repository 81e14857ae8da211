// The texts of every plugin of the workspace.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Messages } from '../host/types'
import { keysOf, valuesOf } from './index'

const PLUGINS = path.resolve(import.meta.dirname, '../../../../web-plugins')

const textsOf = async (plugin: string, language: 'ko' | 'en'): Promise<Messages> =>
  (await import(path.join(PLUGINS, plugin, 'src/locales', `${language}.ts`)))[language]

/** The values of each text, without texts that have none. A singular may say its number in words. */
function valuesUsed(texts: Messages): Record<string, string[]> {
  const all = Object.entries(valuesOf(texts)).filter(([key]) => !key.endsWith('_one'))
  return Object.fromEntries(all.map(([key, values]) => [key, [...new Set(values)]]))
}

describe.each(readdirSync(PLUGINS))('the texts of %s', async (plugin) => {
  const [ko, en] = [await textsOf(plugin, 'ko'), await textsOf(plugin, 'en')]
  it('have the same keys in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))
  it('use the same values in both languages', () => expect(valuesUsed(en)).toEqual(valuesUsed(ko)))
})
