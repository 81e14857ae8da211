// The validation rules of a world's name. The server knows the reserved and taken names.

const NAME = /^[a-z0-9_]+$/
export const NAME_MIN = 3
export const NAME_MAX = 10

/** Returns the key of the message; undefined if the name is well-formed. */
export type NameProblem = `create.${'required' | 'length' | 'unavailable' | 'duplicate'}`

export function checkWorldName(name: string): NameProblem | undefined {
  if (name === '') return 'create.required'
  if (name.length < NAME_MIN || name.length > NAME_MAX) return 'create.length'
  return NAME.test(name) ? undefined : 'create.unavailable'
}

const REFUSALS = new Map<string, NameProblem>([
  ['world_name_length', 'create.length'],
  ['world_name_unavailable', 'create.unavailable'],
  ['world_name_duplicate', 'create.duplicate'],
])

/** The message of a server error about the name. */
export const nameRefusal = (code: string): NameProblem | undefined => REFUSALS.get(code)
