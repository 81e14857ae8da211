// Statements in the database of a kernel, for faults that no person can cause.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Kernel } from './kernel.mjs'

/** Runs a statement as the owner of the database. */
export async function runSql(kernel: Kernel, statement: string): Promise<void> {
  const program = path.join(process.env.WITVERSE_PG_BIN ?? '', 'psql')
  const socket = path.join(kernel.data, 'postgres/socket')
  const connection = ['--host', socket, '--username', 'kernel', '--dbname', 'witverse', '--no-psqlrc']
  await promisify(execFile)(program, [...connection, '--set', 'ON_ERROR_STOP=1', '--command', statement])
}
