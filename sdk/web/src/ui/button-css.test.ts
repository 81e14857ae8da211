import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = ['button.css', 'parts.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join()

it.each(['is-primary', 'is-secondary', 'is-quiet', 'is-danger'])(
  '%s does not react to the pointer while disabled',
  (name) => {
    const rule = css.slice(css.search(new RegExp(`\\.${name} \\{`)))
    expect(rule.slice(0, rule.indexOf('{', rule.indexOf('&:hover')))).toContain('&:hover:not(:disabled) ')
  },
)
