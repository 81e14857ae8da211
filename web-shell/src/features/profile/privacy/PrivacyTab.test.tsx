import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../../locales/profile'
import { DeletionBanner } from '../../deletion/DeletionBanner'
import { LiveNotices } from '../../session/LiveNotices'
import { member, renderShell } from '../../testing'
import { SudoProvider } from '../sudo/SudoProvider'
import { PrivacyTab } from './PrivacyTab'

const NONE = { state: 'none', requestedAt: null, readyAt: null, expiresAt: null, bytes: null }
let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown>, facts: object = {}) {
  const page = await renderShell(
    <SudoProvider>
      <DeletionBanner />
      <LiveNotices />
      <PrivacyTab />
    </SudoProvider>,
    [texts],
    { state: member(facts), answers: { 'GET /api/account/export': { payload: NONE }, ...answers } },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it('requests deletion only after the nickname was typed', async () => {
  const sent = vi.fn(() => ({ payload: { deletionAt: '2026-11-28T00:00:00Z' } }))
  const page = await open({ 'POST /api/account/deletion': sent })
  await page.click(page.named('Delete my account'))
  const submit = () => document.querySelector<HTMLButtonElement>('[role=dialog] [type=submit]')
  expect(submit()?.disabled).toBe(true)
  await page.fill({ confirmation: 'min' })
  expect(submit()?.disabled).toBe(true)
  await page.fill({ confirmation: 'mina' })
  await page.click(submit())
  await page.settle()
  expect(sent).toHaveBeenCalledTimes(1)
  expect(page.toast()).toContain('will be deleted on 2026.11.28')
})

it('shows a banner while the deletion is pending, and cancels it', async () => {
  const sent = vi.fn(() => ({ payload: {} }))
  const page = await open({ 'DELETE /api/account/deletion': sent }, { deletionAt: '2026-11-28T03:00:00Z' })
  expect(document.querySelector('.sh-banner')?.textContent).toContain('2026.11.28')
  await page.click(document.querySelector('.sh-banner button'))
  await page.settle()
  expect(sent).toHaveBeenCalled()
  expect(page.toast()).toBe("Your account won't be deleted.")
})

it('requests the export and learns from a live event that it is ready', async () => {
  const state = { now: NONE as object }
  const page = await open({
    'GET /api/account/export': () => ({ payload: state.now }),
    'POST /api/account/export': () => {
      state.now = { ...NONE, state: 'preparing', requestedAt: '2026-11-21T00:00:00Z' }
      return { payload: state.now }
    },
  })
  await page.click(page.named('Request my data'))
  await page.settle()
  expect(page.shown()).toContain('Your archive is being prepared.')
  state.now = {
    state: 'ready',
    requestedAt: 'x',
    readyAt: '2026-11-21T01:00:00Z',
    expiresAt: null,
    bytes: 1_400_000,
  }
  await page.during(() => page.host.live.publish({ kind: 'kernel.export.ready', data: {} }))
  await page.settle()
  expect(page.named('Download')).toBeTruthy()
  expect(page.shown()).toContain('1.4 MB')
})
