// Packages of the examples, as `cargo xtask examples` has built them. Each has a publisher of its own, because a kernel
// knows a publisher with one key only.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const program = process.env.KERNEL_BIN ?? path.join(root, 'target/debug/witverse')
const run = promisify(execFile)

/** What a command has printed, and whether it succeeded. */
export interface Printed {
  ok: boolean
  text: string
}

/** Runs `witverse plugin …` with these variables. */
export async function plugin(args: string[], env: Record<string, string> = {}): Promise<Printed> {
  try {
    const { stdout } = await run(program, ['plugin', ...args], { env: { ...process.env, ...env } })
    return { ok: true, text: stdout }
  } catch (error) {
    return { ok: false, text: String((error as { stderr?: string }).stderr ?? error) }
  }
}

export class ExamplePackage {
  /** The id of the plugin. */
  readonly id: string
  readonly #example: string
  readonly #folder: string
  readonly #publisher: string

  private constructor(example: string, folder: string, publisher: string, name: string) {
    this.id = `${publisher}.${name}`
    this.#example = example
    this.#folder = folder
    this.#publisher = publisher
  }

  static async of(example: string, name: string): Promise<ExamplePackage> {
    const folder = await mkdtemp(path.join(tmpdir(), `witverse-${example}-`))
    const publisher = `acme${Date.now().toString(36)}`
    const key = path.join(folder, 'publisher.key')
    await run(program, ['plugin', 'key', publisher, '--out', key])
    return new ExamplePackage(example, folder, publisher, name)
  }

  /** Packs a version whose manifest is changed by `change`; returns the file. */
  async pack(
    version: string,
    change: (manifest: string) => string = (manifest) => manifest,
  ): Promise<string> {
    const bundle = path.join(this.#folder, version)
    await cp(path.join(root, 'examples', this.#example, 'target/bundle'), bundle, { recursive: true })
    const edit = async (file: string, by: (text: string) => string) =>
      writeFile(file, by(await readFile(file, 'utf8')))
    await edit(path.join(bundle, 'plugin.toml'), (text) =>
      change(
        text.replace('"acme.', `"${this.#publisher}.`).replace(/version = "[^"]+"/, `version = "${version}"`),
      ),
    )
    for (const file of await readdir(path.join(bundle, 'cedar')))
      await edit(path.join(bundle, 'cedar', file), (text) =>
        text.replaceAll('acme::', `${this.#publisher}::`),
      )
    const key = path.join(this.#folder, 'publisher.key')
    await run(program, ['plugin', 'pack', bundle, '--key', key, '--out', this.#folder])
    return path.join(this.#folder, `${this.id}-${version}.verse`)
  }
}
