// The program that `run.mjs` bundles: the generator, or one of its workers.
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type Job, main } from './main'
import { LEVELS } from './part'
import { recipes } from './recipes'
import { sculpt } from './sculpt'

if (workerData === 'sculpt' && parentPort) {
  const port = parentPort
  const all = LEVELS.map((level) => new Map(recipes(level).map((recipe) => [recipe.name, recipe])))
  port.on('message', (job: Job) => {
    const recipe = all[job.level]?.get(job.name)
    if (!recipe) throw new Error(`no recipe ${job.name}`)
    const from = performance.now()
    port.postMessage({ job, piece: sculpt(recipe), ms: Math.round(performance.now() - from) })
  })
} else {
  const [, , root = '', ...only] = process.argv
  await main(root, fileURLToPath(import.meta.url), only)
}
