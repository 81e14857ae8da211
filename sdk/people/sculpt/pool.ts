// Runs the jobs of the generator in as many workers as there are cores.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Piece } from '../src/codec'
import type { Level } from './part'
import type { Layer, Traced } from './portraits'

/** Sculpts a piece, or traces a layer of portraits. */
export type Job = { task: 'sculpt'; name: string; level: Level } | { task: 'trace'; layer: Layer }
export type Done = { piece: Piece } | { traced: Traced }

/** What a worker gets at its start: the pieces that layers are traced from. */
export interface WorkerStart {
  isWorker: true
  pieces: readonly Piece[]
}

/** The results in the order of the jobs. `bundle` is the program, which is also that of its workers. */
export async function runJobs(
  bundle: string,
  jobs: readonly Job[],
  pieces: readonly Piece[] = [],
): Promise<Done[]> {
  const results: Done[] = []
  let next = 0
  const runWorker = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(bundle, { workerData: { isWorker: true, pieces } satisfies WorkerStart })
      let current = 0
      const post = () => {
        current = next++
        const job = jobs[current]
        if (job) worker.postMessage(job)
        else void worker.terminate().then(() => resolve())
      }
      worker.on('error', reject)
      worker.on('message', (done: Done) => {
        results[current] = done
        post()
      })
      post()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, runWorker))
  return results
}
