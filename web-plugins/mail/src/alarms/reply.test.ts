import { expect, it } from 'vitest'
import { checkReply, replyLength } from './reply'

it.each([
  ['', 'reply.required'],
  ['  \n ', 'reply.required'],
  ['고마워!', null],
  ['x'.repeat(500), null],
  ['💜'.repeat(500), null],
  ['x'.repeat(501), 'reply.tooLong'],
] as const)('validates %j as %s', (content, problem) => expect(checkReply(content)).toBe(problem))

it('counts an emoji as one character', () => expect(replyLength(' 👍 ')).toBe(1))
