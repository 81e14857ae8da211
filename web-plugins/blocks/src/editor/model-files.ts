// Where uploaded models are: the addresses of a scene's files and of those that were uploaded since. A file never changes
// its address, so all open editors of a page share the table.
import type { ModelFile } from '../room/scene'

const known = new Map<string, string>()

export const modelFiles = {
  add(files: readonly ModelFile[]) {
    for (const { fileId, url } of files) known.set(fileId, url)
  },
  list: (): ModelFile[] => [...known].map(([fileId, url]) => ({ fileId, url })),
}
