import { type ComponentType, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { lazyDialog } from './lazyDialog'
import { Modal } from './Modal'

let leave = async () => undefined as unknown
afterEach(() => leave())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const Rename = ({ onClose }: { onClose: () => void }) => (
  <Modal open title="Rename" onClose={onClose}>
    {null}
  </Modal>
)

/** A page whose dialog cannot be loaded the first `failures` times. */
async function start(failures: number) {
  let left = failures
  const Dialog = lazyDialog(async (): Promise<{ default: ComponentType<{ onClose: () => void }> }> => {
    left -= 1
    if (left >= 0) throw new TypeError('Failed to fetch')
    return { default: Rename }
  })
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <textarea name="post" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  const page = await renderPage(<Page />)
  leave = page.unmount
  await page.fill({ post: 'Good night' })
  await page.click(page.named('Open'))
  await page.settle()
  const title = () => document.querySelector('[role=dialog] h2')?.textContent
  const typed = () => page.container.querySelector('textarea')?.value
  return { page, title, typed }
}

it('is tried again where it could not be loaded, and the page stays', async () => {
  const { page, title, typed } = await start(2)
  expect([title(), typed()]).toEqual(['Could not load data', 'Good night'])
  await page.click(page.named('Try again'))
  await page.settle()
  expect(title()).toBe('Could not load data')
  await page.click(page.named('Try again'))
  await page.settle()
  expect([title(), typed()]).toEqual(['Rename', 'Good night'])
})

it('is loaded anew when it is opened again', async () => {
  const { page, title } = await start(1)
  await page.click(page.named('Cancel'))
  expect(title()).toBeUndefined()
  await page.click(page.named('Open'))
  await page.settle()
  expect(title()).toBe('Rename')
})
