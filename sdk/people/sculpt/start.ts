// The program that `run.mjs` bundles: the generator, or one of its workers.
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { main } from './main'
import { LEVELS, type Level } from './part'
import type { Done, Job, WorkerStart } from './pool'
import { tracer } from './portraits'
import { recipes } from './recipes'
import { sculpt } from './sculpt'

const given = workerData as WorkerStart | null
if (given?.isWorker && parentPort) serve(given)
else {
  const [, , root = '', ...only] = process.argv
  await main(root, fileURLToPath(import.meta.url), only)
}

function serve({ pieces }: WorkerStart): void {
  const byLevel = LEVELS.map((level) => new Map(recipes(level).map((recipe) => [recipe.name, recipe])))
  const recipeOf = (name: string, level: Level) => {
    const recipe = byLevel[level]?.get(name)
    if (!recipe) throw new Error(`no recipe ${name}`)
    return recipe
  }
  const near = new Map(pieces.map((piece) => [piece.name, piece]))
  const pieceOf = (name: string) => {
    const piece = near.get(name)
    if (!piece) throw new Error(`no piece ${name}`)
    return piece
  }
  const trace = pieces.length > 0 ? tracer(pieceOf) : undefined
  parentPort?.on('message', (job: Job) => {
    if (job.task === 'sculpt')
      parentPort?.postMessage({ piece: sculpt(recipeOf(job.name, job.level)) } satisfies Done)
    else if (trace) parentPort?.postMessage({ traced: trace(job.layer) } satisfies Done)
  })
}
