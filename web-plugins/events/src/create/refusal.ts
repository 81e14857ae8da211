// A refusal of the server: which fields of the wizard it is about, and the step that shows them.
import { type ApiError, describeField, type LocalText } from '@witverse/sdk'
import type { Draft, StepId } from './draft'
import { isDraw } from './problems'

/** Fields of the request, and the fields of the wizard that they come from. */
const FIELDS: Record<string, string> = {
  title: 'titleKo',
  'title.ko': 'titleKo',
  'title.en': 'titleEn',
  description: 'descriptionKo',
  'description.ko': 'descriptionKo',
  'description.en': 'descriptionEn',
  question: 'questionKo',
  'question.ko': 'questionKo',
  'question.en': 'questionEn',
  imageId: 'image',
  durationMinutes: 'duration',
  items: 'gates',
  drawMinutesBefore: 'drawMinutes',
  scoring: 'attempts',
}

const BLOCK_CODES = [
  'event_block_without_game',
  'block_not_found',
  'block_kicked',
  'block_login_required',
  'block_members_only',
  'block_item_required',
  'block_private',
  'world_members_only',
  'world_blacklisted',
]

/** Errors without a field that are about one. */
const CODES: Record<string, string> = {
  ...Object.fromEntries(BLOCK_CODES.map((code) => [code, 'blockId'])),
  collection_not_found: 'gates',
  item_not_found: 'gates',
  event_plugin_unavailable: 'plugin',
  event_kind_unavailable: 'type',
  file_not_found: 'image',
  file_wrong_kind: 'image',
  file_refused: 'image',
  file_limit: 'image',
}

function fieldOf(name: string): string {
  if (name.startsWith('plugin')) return 'plugin'
  const ticket = /^tickets\.(\d+)\.(name|description)(?:\.(ko|en))?$/.exec(name)
  if (!ticket) return FIELDS[name] ?? name
  const [, at, part, language = 'ko'] = ticket
  const text = language === 'en' ? 'textEn' : 'textKo'
  return `tickets.${at}.${part === 'name' ? language : text}`
}

/** The texts of an error by the fields of the wizard; empty if it is about none of them. */
export function refusedFields(error: ApiError): Record<string, LocalText> {
  const field = CODES[error.code]
  if (field !== undefined && error.fields.length === 0) {
    return { [field]: error.language ?? { ko: error.message, en: error.message } }
  }
  return Object.fromEntries(
    error.fields.map((problem) => [
      fieldOf(problem.field),
      problem.language ?? { ko: describeField(problem, 'ko'), en: describeField(problem, 'en') },
    ]),
  )
}

const BASICS = ['type', 'titleKo', 'titleEn', 'descriptionKo', 'descriptionEn', 'image']
const PLACE = ['blockId', 'startsAt', 'duration', 'plugin']
const ENTRY = ['gates', 'tickets', 'entry', 'eligibility', 'drawMinutes', 'questionKo', 'questionEn']
const ENTRY_MORE = ['noShowMinutes', 'attempts', 'laps', 'prizes']

/** The step that has a field; null for a field that no step shows. */
export function stepOf(field: string, draft: Draft): Exclude<StepId, 'preview'> | null {
  const name = field.split('.')[0] ?? field
  if (name === 'maxPeople') return isDraw(draft) ? 'entry' : 'place'
  if (BASICS.includes(name)) return 'basics'
  if (PLACE.includes(name)) return 'place'
  return [...ENTRY, ...ENTRY_MORE].includes(name) ? 'entry' : null
}

/** The fields whose errors a change can remove. The draw also depends on the start, and all prizes on each other. */
export function changedFields(changes: Partial<Draft>): Set<string> {
  const changed = new Set<string>(Object.keys(changes))
  if (changed.has('startsAt')) changed.add('drawMinutes')
  if (changed.has('hasLimit')) changed.add('maxPeople')
  if (changed.has('imageId')) changed.add('image')
  return changed
}
