import { expect, it } from 'vitest'
import { member, renderShell } from '../testing'
import { LiveNotices } from './LiveNotices'

it.each([
  ['kernel.export.ready', 'Your data is ready. You find it under “Privacy”.'],
  ['kernel.safety.decision', 'There is news about a decision that concerns you. See “Safety”.'],
  ['kernel.safety.report', 'There is news about one of your reports. See “Safety”.'],
])('says what %s means', async (kind, said) => {
  const page = await renderShell(<LiveNotices />, [], { state: member() })
  await page.during(() => page.host.live.publish({ kind, data: {} }))
  expect(page.host.store.getState().toast?.text).toBe(said)
  await page.unmount()
})
