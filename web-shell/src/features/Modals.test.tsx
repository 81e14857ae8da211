import { Modal, type SlotProps } from '@witverse/sdk'
import { afterEach, expect, it } from 'vitest'
import { Modals } from './Modals'
import { fakePlugins, member, renderShell } from './testing'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PLUGIN = {
  id: 'gifts',
  version: '0',
  entry: '',
  integrity: {},
  routes: [],
  slots: [{ at: 'modal.gift-wizard', page: 'wizard', title: { ko: '', en: '' } }],
}

function Wizard({ data, close }: Partial<SlotProps>) {
  return (
    <Modal open onClose={() => close?.()} title="Wizard">
      {JSON.stringify(data)}
    </Modal>
  )
}

async function open(pages: Parameters<typeof fakePlugins>[1]) {
  const page = await renderShell(<Modals />, [], { state: member(), plugins: fakePlugins([PLUGIN], pages) })
  leave = page.unmount
  await page.during(() => page.host.actions.openModal('gift-wizard', { itemId: 'i1' }))
  await page.settle()
  return page
}

it('shows a modal that a plugin brings, with what it was opened with, until it is closed', async () => {
  const page = await open({ 'gifts/wizard': Wizard })
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('{"itemId":"i1"}')
  await page.click(page.named('Close'))
  expect(page.host.store.getState().modals).toEqual([])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('says so where it cannot be had', async () => {
  await open({})
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('This screen could not be loaded')
})

it('shows nothing for a modal that nobody brings', async () => {
  const page = await open({})
  await page.during(() => page.host.actions.openModal('unheard-of'))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
