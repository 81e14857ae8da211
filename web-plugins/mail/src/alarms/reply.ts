// The validation rules of a reply.
import { lengthOf } from '@witverse/sdk'

export const REPLY_LENGTH = 500

/** The length of a reply as it is sent. */
export const replyLength = (content: string): number => lengthOf(content.trim())

export type ReplyProblem = 'reply.required' | 'reply.tooLong'

export function checkReply(content: string): ReplyProblem | null {
  const length = replyLength(content)
  if (length === 0) return 'reply.required'
  return length > REPLY_LENGTH ? 'reply.tooLong' : null
}
