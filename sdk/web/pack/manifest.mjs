// The package.json of a packed package, made of that of its workspace.

/** Packages of which a page, or a build, must have one copy. Authors list them with the same versions. */
const PEERS = ['@rspack/core', '@tanstack/react-query', 'react', 'react-dom', 'react-i18next']
/** The declarations need it. */
const TYPES = '@types/react'
/** Tools of the repository, which neither the build of a plugin nor its tests need. */
const TOOLS = ['@rspack/dev-server', 'openapi-typescript', 'rolldown', 'typescript']

/**
 * `sources` are the compiled exports by name, `files` those that are packed as they are, and `versions` those of the
 * repository's own packages.
 */
export function packedManifest({ workspace, sources, files, versions }) {
  const { name, version, description, license, type } = workspace
  const all = { ...workspace.dependencies, ...workspace.devDependencies }
  const isPeer = (one) => PEERS.includes(one)
  const dependencies = pick(all, (one) => !isPeer(one) && !TOOLS.includes(one))
  const peers = pick(all, isPeer)
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects: sideEffects(workspace.sideEffects),
    exports: {
      ...Object.fromEntries(Object.entries(sources).map(([part, source]) => [part, compiled(source)])),
      ...Object.fromEntries(Object.entries(files).map(([part, file]) => [part, `./${file}`])),
    },
    dependencies,
    ...(peers.react && { peerDependencies: { ...peers, [TYPES]: versions[TYPES] } }),
  }
}

const withoutEnding = (source) => source.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '')

const compiled = (source) => ({
  types: `${withoutEnding(source)}.d.ts`,
  default: `${withoutEnding(source)}.js`,
})

const sideEffects = (listed) =>
  Array.isArray(listed)
    ? listed.map((one) => (one.startsWith('./src/') ? `${withoutEnding(one)}.js` : one))
    : listed

function pick(dependencies, isWanted) {
  const names = Object.keys(dependencies).filter(isWanted).sort()
  return Object.fromEntries(names.map((name) => [name, dependencies[name]]))
}
