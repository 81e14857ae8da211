import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/people'
import { texts as safety } from '../../locales/safety'
import { member, renderShell } from '../testing'
import { ReportModal } from './ReportModal'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answer: unknown, data: object = { userId: 'u2', name: 'theo' }) {
  const sent = vi.fn(() => answer)
  const page = await renderShell(<ReportModal data={data} close={vi.fn()} />, [texts, safety], {
    state: member(),
    answers: { 'POST /api/safety/reports': sent },
  })
  leave = page.unmount
  const send = async () => {
    await page.click(page.named('Send report'))
    await page.settle()
  }
  return { ...page, sent, send }
}

it('requires a reason, and a description for other reasons', async () => {
  const { fill, send, sent, shown } = await open({ payload: { id: 'r1' } })
  await send()
  expect(shown()).toContain('Please choose a reason.')
  await fill({ reason: 'other' })
  await send()
  expect(shown()).toContain('Please tell us what happened.')
  expect(sent).not.toHaveBeenCalled()
})

it('sends the report with its subject and the block', async () => {
  const subject = { kind: 'comment', id: 'c7' }
  const { fill, send, sent, shown } = await open(
    { payload: { id: 'r1' } },
    { userId: 'u2', name: 'theo', subject, roomId: 'blocks:b1' },
  )
  await fill({ reason: 'spam' })
  await fill({ text: '  Everywhere the same link.  ' })
  await send()
  expect(sent).toHaveBeenCalledWith(
    {
      userId: 'u2',
      reason: 'spam',
      block: true,
      text: 'Everywhere the same link.',
      subject,
      roomId: 'blocks:b1',
    },
    expect.anything(),
  )
  expect(shown()).toContain('Thanks for letting us know')
})

it('shows that it was already reported', async () => {
  const language = { ko: '이미', en: 'You have reported this already.' }
  const { fill, send, shown } = await open(problem(409, 'already_reported', { language }))
  await fill({ reason: 'spam' })
  await send()
  expect(shown()).toContain('You have reported this already.')
})
