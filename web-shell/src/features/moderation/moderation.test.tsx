import { problem } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../../locales/operators'
import { texts as safety } from '../../locales/safety'
import { hasRole } from '../session/ForRole'
import { member, renderShell } from '../testing'
import { ModerationScreen } from './ModerationScreen'
import { hoursOf, lengthsFor } from './measures'

const PERSON = { id: 'u2', nickname: 'theo', image: null }
const ROW = {
  id: 'c1',
  person: PERSON,
  reports: 2,
  reasons: ['spam'],
  openedAt: '2026-11-20T00:00:00Z',
  state: 'open',
  decision: null,
}
const CASE = {
  ...ROW,
  reportList: [
    {
      id: 'r1',
      reporter: { id: 'u3', nickname: 'sora', image: null },
      reason: 'spam',
      text: 'All day.',
      subject: null,
      room: {
        id: 'blocks:b1',
        messages: [
          { person: PERSON, at: '2026-11-20T00:00:00Z', text: 'Something rude' },
          { person: null, at: '2026-11-20T00:00:01Z', text: 'Oh no' },
        ],
      },
      at: '2026-11-20T00:00:00Z',
    },
  ],
  history: [],
  appeal: null,
  decisionReason: null,
}

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown>, roles = ['moderator']) {
  const page = await renderShell(
    <Routes>
      <Route path="/moderation/:id?" element={<ModerationScreen />} />
    </Routes>,
    [texts, safety],
    { path, answers, state: member({ roles }) },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it.each([[[]], [['member']]])('shows "not found" to others: %j', async (roles) => {
  const asked = vi.fn()
  const page = await open('/moderation', { 'GET /api/moderation/cases': asked }, roles)
  expect(page.shown()).toContain('Page not found')
  expect(asked).not.toHaveBeenCalled()
})

it('lists the cases of a state, page by page', async () => {
  const asked: string[] = []
  const page = await open('/moderation', {
    'GET /api/moderation/cases': (_body: unknown, request: Request) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      const second = searchParams.get('cursor') === 'next'
      return {
        payload: { items: [{ ...ROW, id: second ? 'c2' : 'c1' }], nextCursor: second ? null : 'next' },
      }
    },
  })
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1)
  await page.click(page.named('More'))
  await page.settle()
  expect(asked).toEqual(['?state=open', '?state=open&cursor=next'])
  expect(document.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(() => page.named('More')).toThrow()
})

it('decides with a duration if the measure has one', async () => {
  const sent = vi.fn(() => ({
    payload: {
      ...CASE,
      state: 'closed',
      decision: { action: 'mute', by: { id: 'u1', nickname: 'mina' }, at: '2026-11-21T00:00:00Z' },
      decisionReason: 'Advertising.',
    },
  }))
  const page = await open('/moderation/c1', {
    'GET /api/moderation/cases/c1': { payload: CASE },
    'POST /api/moderation/cases/c1/decision': sent,
  })
  expect(page.shown()).toContain('All day.')
  expect(page.shown()).toContain('Something rude')
  expect(page.shown()).toContain('Oh no')
  await page.click(page.named('Decide'))
  expect(page.shown()).toContain('Please choose an action.')
  await page.fill({ action: 'mute' })
  await page.fill({ length: '72', reason: ' Advertising. ' })
  await page.click(page.named('Decide'))
  await page.settle()
  expect(sent).toHaveBeenCalledWith({ action: 'mute', reason: 'Advertising.', hours: 72 }, expect.anything())
  expect(page.shown()).toContain('Closed')
  expect(() => page.named('Decide')).toThrow()
})

it('shows that another moderator has to answer the appeal', async () => {
  const appeal = { text: 'My brother did it.', at: '2026-11-21T00:00:00Z', state: 'open', answer: null }
  const language = { ko: '다른 사람', en: 'Somebody else has to answer.' }
  const page = await open('/moderation/c1', {
    'GET /api/moderation/cases/c1': { payload: { ...CASE, state: 'appealed', appeal } },
    'POST /api/moderation/cases/c1/appeal': problem(403, 'appeal_needs_another', { language }),
  })
  await page.fill({ outcome: 'overturn', reason: 'You are right.' })
  await page.click(page.named('Send answer'))
  await page.settle()
  expect(page.shown()).toContain('Somebody else has to answer.')
})

describe('measures', () => {
  it('have hours only if they have a duration', () => {
    expect(hoursOf('warn', '72')).toEqual({})
    expect(hoursOf('mute', '72')).toEqual({ hours: 72 })
    expect(hoursOf('mute', 'never')).toEqual({ hours: 24 })
    expect(hoursOf('suspend', 'never')).toEqual({ hours: null })
  })

  it('allows unlimited duration only for suspensions', () => {
    expect(lengthsFor('suspend').at(-1)?.value).toBe('never')
    expect(lengthsFor('mute').at(-1)?.value).toBe('8760')
  })
})

it('treats an administrator as a moderator, but not vice versa', () => {
  expect(hasRole(['admin'], 'moderator')).toBe(true)
  expect(hasRole(['moderator'], 'admin')).toBe(false)
  expect(hasRole(undefined, 'moderator')).toBe(false)
})
