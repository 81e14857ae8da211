// What is left of an uninstalled plugin after the time for which its data are kept.
import { runSql } from './database'
import type { Kernel } from './kernel.mjs'
import { expect } from './test'

/** The kernel deletes data that are due every five minutes of its clock, looked at every five seconds. */
const DELETED_MS = 20_000

/** Lets the time for a restore end; then nothing of the plugin is left but its history, and the WIT that it has moved. */
export async function expectNothingStays(kernel: Kernel, plugin: string): Promise<void> {
  const of = `plugin = '${plugin}' and state = 'uninstalled'`
  const id = await runSql(kernel, `select id from kernel.install where ${of}`)
  const moved = `select count(*) from ledger.transfer where source = '${id}'`
  const before = await runSql(kernel, moved)
  await runSql(kernel, `update kernel.install set retained_until = installed_at where ${of}`)
  await kernel.advanceClock(1)
  const installs = `select count(*) from kernel.install where id = '${id}'`
  await expect.poll(() => runSql(kernel, installs), { timeout: DELETED_MS }).toBe('0')
  const name = `plugin_${id.replaceAll('-', '_')}`
  const rest = {
    schema: `pg_namespace where nspname = '${name}'`,
    role: `pg_roles where rolname in ('${name}', 'ddl_${name}')`,
    migrations: `kernel.plugin_migration where plugin = '${id}'`,
    timers: `kernel.timer where plugin = '${id}'`,
    deliveries: `kernel.delivery where subscriber = '${id}'`,
    files: `kernel.install_file where install = '${id}'`,
    uses: `kernel.file_use where plugin = '${id}'`,
    log: `kernel.install_log where install = '${id}'`,
    holds: `ledger.hold where source = '${id}' and state = 0`,
  }
  for (const [what, from] of Object.entries(rest))
    expect(await runSql(kernel, `select count(*) from ${from}`), what).toBe('0')
  const events = `select count(*) from kernel.install_event where install = '${id}' and kind = 'deleted'`
  expect(await runSql(kernel, events)).toBe('1')
  expect(Number(await runSql(kernel, moved))).toBeGreaterThanOrEqual(Number(before))
}
