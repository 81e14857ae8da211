import { renderPage } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { useForm } from './useForm'

it('a form that resets itself after a submit keeps what was typed meanwhile', async () => {
  let finish: () => void = () => undefined
  function Reply() {
    const form = useForm({
      initial: { text: '', kind: 'part' },
      validate: () => ({}),
      submit: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        form.reset()
      },
    })
    return (
      <form ref={form.form} onSubmit={form.onSubmit}>
        {(['text', 'kind'] as const).map((name) => (
          <input
            key={name}
            name={name}
            value={form.values[name]}
            onChange={(event) => form.set(name, event.target.value)}
          />
        ))}
        <button type="submit">Send</button>
      </form>
    )
  }
  const page = await renderPage(<Reply />)
  const shown = () => [...page.container.querySelectorAll('input')].map(({ value }) => value)
  await page.fill({ text: 'first', kind: 'exact' })
  await page.click(page.named('Send'))
  await page.fill({ text: 'first, second' })
  await page.during(() => finish())
  expect(shown()).toEqual([', second', 'part'])
  await page.click(page.named('Send'))
  await page.during(() => finish())
  expect(shown(), 'nothing was typed meanwhile').toEqual(['', 'part'])
  await page.unmount()
})
