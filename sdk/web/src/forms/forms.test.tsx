import { ApiError } from '@witverse/api-client'
import { expect, it } from 'vitest'
import { DISMISSED } from '../api/errors'
import { renderPage } from '../testing'
import { Form } from './Form'
import { FormError } from './FormError'
import * as z from './schema'
import { useAction } from './useAction'
import { useZodForm } from './useZodForm'

const refused = (code: string) => new ApiError({ status: 409, code, message: 'It is taken.' })

function Both({ error }: { error: Error }) {
  const action = useAction(() => Promise.reject(error))
  const form = useZodForm({
    texts: 'kit',
    schema: z.object({ name: z.string() }),
    initial: { name: '' },
    submit: () => Promise.reject(error),
  })
  return (
    <Form form={form}>
      <button type="button" onClick={action.run}>
        Act
      </button>
      <button type="submit">Send</button>
      <output>
        <FormError form={form} />
      </output>
    </Form>
  )
}

it.each([
  ['shows the reason of a refusal', 'taken', 'It is taken.'],
  ['shows no error for an action that the person cancelled', DISMISSED, ''],
])('%s', async (_name, code, said) => {
  const page = await renderPage(<Both error={refused(code)} />)
  await page.click(page.named('Act'))
  expect(page.toast() ?? '').toBe(said)
  await page.click(page.named('Send'))
  await page.settle()
  expect(page.container.querySelector('output')?.textContent).toBe(said)
  await page.unmount()
})
