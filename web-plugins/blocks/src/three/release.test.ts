import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { release } from './release'

it('ends the context after the renderer', () => {
  const calls: string[] = []
  release({ dispose: () => calls.push('dispose'), forceContextLoss: () => calls.push('lose') })
  expect(calls).toEqual(['dispose', 'lose'])
})

it('every renderer is released with its context', () => {
  const source = path.resolve(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== path.join('dev', 'figures.ts'),
    )
    .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))
  const makers = files.filter(({ text }) => text.includes('new WebGLRenderer('))
  expect(makers.length).toBeGreaterThan(2)
  expect(
    makers.filter(({ text }) => !/\brelease\((this\.)?renderer\)/.test(text)).map(({ file }) => file),
  ).toEqual([])
})
