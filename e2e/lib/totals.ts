// The last lines of a run, which `cargo xtask` reads: `FAILED  file: title` of each failed test, and `N passed, N
// failed`. A test that did not run counts as failed.
import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

export default class Totals implements Reporter {
  #tests: TestCase[] = []
  #started = false
  #otherErrors = 0

  onBegin(_: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  onTestBegin(): void {
    this.#started = true
  }

  /** Errors outside of tests: a file that does not load, a worker that does not start. */
  onError(): void {
    this.#otherErrors += 1
  }

  async onExit(): Promise<void> {
    if (!this.#started && this.#otherErrors === 0) return // the tests were only listed
    const failed = this.#tests.filter((test) => test.outcome() !== 'expected')
    for (const test of failed) {
      process.stdout.write(`FAILED  ${path.basename(test.location.file)}: ${test.title}\n`)
    }
    const passed = this.#tests.length - failed.length
    process.stdout.write(`${passed} passed, ${failed.length + this.#otherErrors} failed\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}
