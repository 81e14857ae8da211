// Writes the names of the kinds into the Rust table, from `src/room/kinds`. Run `npm run kinds`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadRules } from './rules.mjs'

const plugin = path.join(import.meta.dirname, '../../../plugins/blocks')
const { KINDS } = await loadRules()
const { door: _, ...placed } = KINDS
const names = Object.keys(placed).sort()

const file = path.join(plugin, 'src/catalogue.rs')
const table = names.map((name) => `    ${placed[name].lamp ? 'lamp' : 'kind'}("${name}"),`).join('\n')
const source = readFileSync(file, 'utf8')
writeFileSync(
  file,
  source.replace(
    /(pub const KINDS: &\[ObjectKind\] = &\[\n)[\s\S]*?(\n\];)/,
    (_, before, after) => before + table + after,
  ),
)
process.stdout.write(`${names.length} kinds\n`)
