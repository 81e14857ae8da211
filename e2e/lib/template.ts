// Before all tests: one kernel starts and stops, and every worker's kernel begins with a copy of its data folder.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { startKernel } from './kernel.mjs'

/** Under which the workers, which inherit the environment, find the folder. */
const VARIABLE = 'E2E_TEMPLATE'

export const template = () => process.env[VARIABLE]

export default async function makeTemplate(): Promise<() => Promise<void>> {
  const kernel = await startKernel()
  await finished(path.join(kernel.data, 'cache/web'))
  await kernel.stop({ keepData: true })
  process.env[VARIABLE] = kernel.data
  return () => rm(kernel.data, { recursive: true, force: true })
}

/** Until the kernel has compressed the files of the front end, which it does after it is ready. */
async function finished(cache: string): Promise<void> {
  const count = async () => (await readdir(cache).catch(() => [])).length
  let before = -1
  for (let now = await count(); now !== before; now = await count()) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}
