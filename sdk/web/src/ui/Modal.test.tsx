import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAction } from '../forms/useAction'
import { renderPage } from '../testing'
import { Button } from './Button'
import { Modal } from './Modal'
import { TextArea, TextInput } from './TextInput'

let leave = async () => undefined as unknown
afterEach(() => leave())

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

async function open(modal: (close: () => void) => React.ReactNode) {
  function Opener() {
    const [shown, setShown] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          Open
        </button>
        {shown && modal(() => setShown(false))}
      </>
    )
  }
  const page = await renderPage(<Opener />)
  leave = page.unmount
  page.named('Open').focus()
  await page.click(page.named('Open'))
  await page.settle()
  return page
}

it('is not closed by Escape where that would discard work', async () => {
  const close = vi.fn()
  const page = await open(() => (
    <Modal open onClose={close} closeOnOutside={false} title="Report">
      <input name="text" />
    </Modal>
  ))
  await page.press(dialog(), 'Escape')
  expect(close).not.toHaveBeenCalled()
  await page.click(page.named('Close'))
  expect(close).toHaveBeenCalled()
})

it('returns the focus to its opener after Escape, also when its content took the focus first', async () => {
  const page = await open((close) => (
    <Modal open onClose={close} title="Gift">
      {/* biome-ignore lint/a11y/noAutofocus: the content of the wizard takes the focus in the same way */}
      <input name="text" autoFocus />
    </Modal>
  ))
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  await page.press(dialog(), 'Escape')
  await page.settle()
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(page.named('Open'))
})

it('opens with the focus on its content, never on the close button', async () => {
  await open((close) => (
    <Modal open onClose={close} title="Choose a world">
      <p>Loading</p>
    </Modal>
  ))
  expect(document.activeElement).toBe(dialog())
})

it('takes no more text while it sends, because it closes with what is in its fields', async () => {
  let end: (failed: boolean) => void = () => undefined
  function Form({ close }: { close: () => void }) {
    const { pending, run } = useAction(async () => {
      await new Promise<void>((resolve, reject) => {
        end = (failed) => (failed ? reject(new Error('down')) : resolve())
      })
      close()
    })
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextInput label="Name" name="name" value="Reef" onValue={() => undefined} />
        <TextArea label="Why" name="why" value="" onValue={() => undefined} />
        <Button type="submit" pending={pending}>
          Send
        </Button>
      </form>
    )
  }
  const page = await open((close) => (
    <Modal open onClose={close} title="Rename">
      <Form close={close} />
    </Modal>
  ))
  const fields = () => [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]')]
  const writable = () => fields().map((field) => !field.readOnly)
  const are = (expected: boolean) => page.until(() => writable().every((is) => is === expected))
  const send = async () => {
    await page.during(() => document.querySelector('form')?.requestSubmit())
    await are(false)
  }
  expect(writable()).toEqual([true, true])
  fields()[0]?.focus()
  await send()
  expect(document.activeElement, 'the focus stays').toBe(fields()[0])
  await page.during(() => end(true))
  await are(true)
  await send()
  await page.during(() => end(false))
  await page.until(() => dialog() === null)
})
