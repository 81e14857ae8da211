// Global setup: starts and stops one kernel. The kernel of each worker starts with a copy of its data folder.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { startKernel } from './kernel.mjs'

/** The environment variable with the path of the folder; workers inherit it. */
const VARIABLE = 'E2E_TEMPLATE'

export const template = () => process.env[VARIABLE]

export default async function makeTemplate(): Promise<() => Promise<void>> {
  const kernel = await startKernel()
  await waitForCompressedFiles(path.join(kernel.data, 'cache/web'))
  await kernel.stop({ keepData: true })
  process.env[VARIABLE] = kernel.data
  return () => rm(kernel.data, { recursive: true, force: true })
}

/** Waits until the kernel has compressed the front end's files (after its start): the cache stopped growing for 1.5 s. */
async function waitForCompressedFiles(cache: string): Promise<void> {
  const count = async () => (await readdir(cache).catch(() => [])).length
  let before = -1
  for (let now = await count(); now !== before; now = await count()) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}
