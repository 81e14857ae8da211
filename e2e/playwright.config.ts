// Journeys of people through the running platform. Projects: `journeys` is part of `cargo xtask test`; `looks` adds every
// screen in every combination of width, language and theme, with screenshots; `figures` measures and `readme` writes
// the README's picture, `firefox` drives Firefox. Slow journeys have the tag @soak: they run with `looks`, or by name.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import type { Options, WorkerOptions } from './lib/test'

const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
if (!existsSync(executablePath)) {
  throw new Error(
    `There is no Chromium at ${executablePath}: run \`cargo xtask setup\`, or name one in CHROMIUM_BIN.`,
  )
}

/** A run of named journeys: it includes the slow ones and keeps a trace of failed ones, which takes a tenth of the time. */
const isByName = Boolean(process.env.E2E_BY_NAME)

export default defineConfig<Options, WorkerOptions>({
  outputDir: path.resolve(import.meta.dirname, '../target/e2e/failed'),
  globalSetup: './lib/template.ts',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  retries: 0,
  // A slow machine fails no journey; one that hangs ends here.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./lib/totals.ts']],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: isByName ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'journeys', testDir: 'journeys', ...(!isByName && { grepInvert: /@soak/ }) },
    { name: 'looks', testDir: 'journeys', use: { pictures: true } },
    { name: 'figures', testDir: 'figures', workers: 1 },
    { name: 'firefox', testDir: 'firefox', workers: 1 },
    { name: 'readme', testDir: 'readme' },
  ],
})
