// Checks of screens: axe reports no violation, nothing overflows sideways, and a screenshot of the whole page for manual review.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Person, PersonOptions } from './person'

/** For `person({ script: axe })`. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks the current screen and takes a screenshot. */
export async function look(one: Person, name: string): Promise<void> {
  await one.settled() // axe counts elements that are still fading in as invisible
  const violations = await one.page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe }
    const found = await axe.run(document, { resultTypes: ['violations'], runOnly: rules })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    )
  }, RULES)
  expect(violations, `axe on ${name}`).toEqual([])
  await one.expectNoHorizontalOverflow()
  // A dialog is placed in the window, so it is taken with the window only.
  const hasDialog = (await one.page.getByRole('dialog').count()) > 0
  await one.shoot(name, { fullPage: !hasDialog })
}

type Variant = Required<Pick<PersonOptions, 'width' | 'language' | 'theme' | 'touch'>>

const all = ([390, 768, 1440] as const).flatMap((width) =>
  (['ko', 'en'] as const).flatMap((language) =>
    (['dark', 'light'] as const).map((theme): Variant => ({ width, language, theme, touch: width === 390 })),
  ),
)

/** Every combination of width, language and theme, with the tag for tests of it: they belong to `cargo xtask soak looks`. */
export const variants = all.map((options) => ({
  name: `${options.width} ${options.language} ${options.theme}`,
  options,
  tag: '@soak',
}))
