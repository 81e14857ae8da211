// The last line of a run, which `cargo xtask` counts: `N passed, N failed`. A test that did not run counts as failed.
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
    const passed = this.#tests.filter((test) => test.outcome() === 'expected').length
    const failed = this.#tests.length - passed + this.#otherErrors
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}
