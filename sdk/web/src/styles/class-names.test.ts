// A class has one meaning: the rule of a class itself (`.bl-panel { … }`) is in one file of a plugin. Two files that both
// define one apply to the same elements once both are loaded. The kit and the shell count as one, because their styles
// apply to every page. Rules under `@media` and rules of a context (`.is-twin .bl-panel`) adapt a class and may be elsewhere.
// A plugin's rules also match the classes of another plugin's slots on its pages, so no two plugins define the same class.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const PLUGINS = readdirSync(path.join(ROOT, 'web-plugins')).map((id) => `web-plugins/${id}`)
const FILES = ['sdk/web', 'web-shell', ...PLUGINS].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => `${folder}/src/${file}`),
)

/** The classes that have a rule of their own at the top of a style sheet, or directly under the scope of the plugin. */
function classesOf(css: string): Set<string> {
  const found = new Set<string>()
  const open: string[] = []
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""')
  for (const [, before = '', mark] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') open.pop()
    if (mark !== '{') continue
    const selector = before.trim()
    const isTop = open.every((outer) => outer.startsWith('@layer') || outer.startsWith('[data-plugin='))
    if (isTop)
      for (const [, name = ''] of selector.matchAll(/(?:^|,)\s*\.([\w-]+)\s*(?=,|$)/g)) found.add(name)
    open.push(selector)
  }
  return found
}

/** `worlds`, or `shared` for the kit and the shell. */
const ownerOf = (file: string) => /^web-plugins\/([^/]+)/.exec(file)?.[1] ?? 'shared'

/** The classes that more than one of the places `placeOf` defines, with these places. */
function definedTwice(placeOf: (file: string, name: string) => [key: string, place: string]) {
  const places = new Map<string, Set<string>>()
  for (const file of FILES) {
    for (const name of classesOf(readFileSync(path.join(ROOT, file), 'utf8'))) {
      const [key, place] = placeOf(file, name)
      places.set(key, (places.get(key) ?? new Set()).add(place))
    }
  }
  return [...places].filter(([, found]) => found.size > 1).map(([key, found]) => [key, ...[...found].sort()])
}

it('reads the classes of a style sheet', () => {
  const css = `@layer plugin { [data-plugin="a"] { .a-1, .a-2 { color: red; & .a-3 {} @media print { .a-4 {} } } .a-5 .a-6 {} } }
    /* .a-7 {} */ @media print { .a-8 {} } .a-9.is-on {}`
  expect([...classesOf(css)]).toEqual(['a-1', 'a-2'])
  expect(FILES.length).toBeGreaterThan(50)
})

it('defines each class in one file', () => {
  expect(definedTwice((file, name) => [`${ownerOf(file)} .${name}`, file])).toEqual([])
})

it('defines each class in one plugin', () => {
  expect(definedTwice((file, name) => [`.${name}`, ownerOf(file)])).toEqual([])
})
