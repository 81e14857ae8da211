// The fixtures of every journey: a kernel per worker, people with browsers, and a check after each test that neither
// the browsers nor the kernel logged an error.
import { test as base, expect } from '@playwright/test'
import { type Kernel, startKernel } from './kernel.mjs'
import { Person, type PersonOptions } from './person'
import { template } from './template'

interface TestFixtures {
  /** Opens a browser for one more person. */
  person: (options?: PersonOptions) => Promise<Person>
  /** Fails the test after which an error is first found in the log of the kernel. */
  kernelLog: undefined
}

interface WorkerFixtures {
  /** Started for this worker, with a database and a data folder of its own, and shared by its tests. */
  kernel: Kernel
}

export interface Options {
  /** Whether `shoot` writes files. */
  pictures: boolean
}

export interface WorkerOptions {
  /**
   * Tests with different values use different kernels, for tests that change data of other tests. Only on such a kernel
   * the clock can be advanced: the codes of authenticator apps, for one, are wrong from then on.
   */
  ownKernel: string
}

export const test = base.extend<TestFixtures & Options, WorkerFixtures & WorkerOptions>({
  pictures: [false, { option: true }],
  ownKernel: ['', { option: true, scope: 'worker' }],

  kernel: [
    async ({ ownKernel }, use) => {
      const kernel = await startKernel({ template: template(), movableClock: ownKernel !== '' })
      await use(kernel)
      await kernel.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  kernelLog: [
    async ({ kernel }, use) => {
      await use(undefined)
      const lines = kernel.takeLog()
      const isError = (line: string) => /\bERROR\b|panicked/.test(line)
      for (const line of lines) if (!isError(line)) process.stdout.write(`  kernel: ${line}\n`)
      expect(lines.filter(isError), 'errors in the log of the kernel').toEqual([])
    },
    { auto: true },
  ],

  person: async ({ browser, kernel, pictures }, use) => {
    const people: Person[] = []
    await use(async (options = {}) => {
      const person = await Person.create(browser, kernel, pictures, options)
      people.push(person)
      return person
    })
    const errors = people.flatMap((person) => person.errors)
    await Promise.all(people.map((person) => person.context.close()))
    expect(errors, 'errors in the browsers').toEqual([])
  },
})

export { expect }
