import { Modal, type SlotProps } from '@witverse/sdk'
import { afterEach, expect, it } from 'vitest'
import { Modals } from './Modals'
import { fakePlugins, member, renderShell } from './testing'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PLUGIN = {
  id: 'gifts',
  name: { ko: 'gifts', en: 'gifts' },
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

it('shows the modal of a plugin with its data until it is closed', async () => {
  const page = await open({ 'gifts/wizard': Wizard })
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('{"itemId":"i1"}')
  await page.click(page.named('Close'))
  expect(page.host.store.getState().modals).toEqual([])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('shows an error if the modal cannot be loaded', async () => {
  await open({})
  expect(document.querySelector('[role=dialog]')?.textContent).toContain("This page couldn't be loaded")
})

it('shows nothing for an unknown modal', async () => {
  const page = await open({})
  await page.during(() => page.host.actions.openModal('unheard-of'))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
