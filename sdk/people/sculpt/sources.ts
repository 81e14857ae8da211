// The hash of everything that the library is made from: a test compares it with the one in the library.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Of `src` and `sculpt`: what does not change the library. */
const WITHOUT = /\.test\.ts$|^src\/(portrait|gear-drawings)|^sculpt\/(run|sources)/

/** SHA-256 in hex of the sources in the folder of the package. */
export function sourcesHash(root: string): string {
  const files = ['src', 'sculpt'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`),
  )
  const hash = createHash('sha256')
  for (const file of files.sort())
    if (file.endsWith('.ts') && !WITHOUT.test(file))
      hash.update(`${file}\n`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
