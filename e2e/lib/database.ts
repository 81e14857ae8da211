// Statements in the database of a kernel, for faults that no person can cause.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Kernel } from './kernel.mjs'

/** Runs a statement as the owner of the database; returns what it has read, a line for each row. */
export async function runSql(kernel: Kernel, statement: string): Promise<string> {
  const program = path.join(process.env.WITVERSE_PG_BIN ?? '', 'psql')
  const socket = path.join(kernel.data, 'postgres/socket')
  const connection = ['--host', socket, '--username', 'kernel', '--dbname', 'witverse', '--no-psqlrc', '-qAt']
  const command = [...connection, '--set', 'ON_ERROR_STOP=1', '--command', statement]
  const { stdout } = await promisify(execFile)(program, command)
  return stdout.trim()
}
