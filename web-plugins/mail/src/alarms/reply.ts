// The validation rules of a reply.

export const REPLY_LENGTH = 500

/** Counts characters as people do: an emoji is one. */
export const lengthOf = (content: string): number => [...content.trim()].length

export type ReplyProblem = 'reply.required' | 'reply.tooLong'

export function checkReply(content: string): ReplyProblem | null {
  const length = lengthOf(content)
  if (length === 0) return 'reply.required'
  return length > REPLY_LENGTH ? 'reply.tooLong' : null
}
