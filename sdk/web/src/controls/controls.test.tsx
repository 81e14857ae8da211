import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { Menu, Stepper, Tabs, useSteps } from '.'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(page: React.ReactNode) {
  const rendered = await renderPage(page)
  leave = rendered.unmount
  return rendered
}

it('shows one tab at a time, with its count for screen readers', async () => {
  const onValue = vi.fn()
  const tabs = [
    { id: 'a', text: 'Members', content: <p>All members</p> },
    { id: 'b', text: 'Offers', count: 120, countText: '120 offers', content: <p>All offers</p> },
  ]
  const { container, during } = await open(<Tabs label="World" tabs={tabs} onValue={onValue} />)
  expect(container.textContent).toContain('All members')
  expect(container.textContent).toContain('99+')
  const second = container.querySelectorAll<HTMLElement>('[role=tab]')[1]
  await during(() => second?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })))
  expect(onValue).toHaveBeenCalledWith('b')
  expect(container.textContent).toContain('All offers')
  expect(container.textContent).not.toContain('All members')
})

it('opens a menu and runs the chosen action', async () => {
  const onSelect = vi.fn()
  const trigger = <button type="button">Actions</button>
  const entries = [
    { id: 'edit', text: 'Edit', onSelect },
    { id: 'pin', text: 'Pin', disabled: true, note: 'Pinned already' },
  ]
  const page = await open(<Menu label="Actions of the post" trigger={trigger} entries={entries} />)
  await page.press(page.named('Actions'), 'Enter')
  await page.settle()
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('Actions of the post')
  expect(items[1]?.getAttribute('aria-disabled')).toBe('true')
  await page.click(items[0] ?? null)
  expect(onSelect).toHaveBeenCalledTimes(1)
})

it('moves through the steps of a wizard', async () => {
  const steps = ['a', 'b', 'c'].map((id) => ({ id, text: `Step ${id}` }))
  function Wizard() {
    const { current, next, goTo, isLast } = useSteps(steps)
    return (
      <>
        <Stepper steps={steps} current={current} onStep={goTo} />
        <button type="button" onClick={next} disabled={isLast}>
          Next
        </button>
      </>
    )
  }
  const { container, click, named } = await open(<Wizard />)
  const current = () => container.querySelector('[aria-current=step]')?.textContent
  await click(named('Next'))
  await click(named('Next'))
  expect(current()).toBe('3Step c')
  expect(named('Next').hasAttribute('disabled')).toBe(true)
  await click(container.querySelector('.wv-step button'))
  expect(current()).toBe('1Step a')
  expect(container.textContent).toContain('Step 1 of 3')
})
