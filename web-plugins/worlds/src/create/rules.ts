// The rules of a world's name; which names are reserved or taken is the server's to know.

const NAME = /^[a-z0-9_]+$/
export const NAME_MIN = 3
export const NAME_MAX = 10

/** The key of the message, or nothing when the name may be asked for. */
export function checkWorldName(name: string): string | undefined {
  if (name === '') return 'create.required'
  if (name.length < NAME_MIN || name.length > NAME_MAX) return 'create.length'
  return NAME.test(name) ? undefined : 'create.unavailable'
}

const REFUSALS: Record<string, string> = {
  world_name_length: 'create.length',
  world_name_unavailable: 'create.unavailable',
  world_name_duplicate: 'create.duplicate',
}

/** The message of a refusal that is about the name. */
export const nameRefusal = (code: string): string | undefined => REFUSALS[code]
