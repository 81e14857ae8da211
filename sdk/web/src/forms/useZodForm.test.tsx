import { ApiError } from '@witverse/api-client'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { TextInput } from '../ui/TextInput'
import {
  atMost,
  dateText,
  Form,
  FormError,
  FormField,
  messageKeys,
  momentText,
  requiredText,
  SubmitButton,
  useZodForm,
  wholeNumber,
  z,
} from '.'

declare global {
  interface WitverseTexts {
    'form-test': { missing: string; long: string; down: string; few: string }
  }
}

const MESSAGES = {
  'form-test': {
    ko: {
      missing: '이름을 입력해 주세요.',
      long: '너무 깁니다.',
      down: '지금은 안 됩니다.',
      few: '{{min}}개 이상',
    },
    en: { missing: 'Enter a name.', long: 'Too long.', down: 'Not now.', few: 'At least {{min}}.' },
  },
}
const key = messageKeys<'form-test'>()
const SCHEMA = z.object({
  name: requiredText(key('missing')).check(atMost(5, key('long'))),
  count: wholeNumber({ minimum: 1, maximum: 10 }).check(
    z.refine((count) => count !== 2, key('few', { min: 3 })),
  ),
})

function Sample({ submit }: { submit: (values: { name: string; count: number }) => Promise<unknown> }) {
  const form = useZodForm({
    texts: 'form-test',
    schema: SCHEMA,
    initial: { name: '', count: '3' },
    submit,
    placeError: ({ code }) => (code === 'down' ? { field: 'form', text: 'down' } : null),
  })
  return (
    <Form form={form}>
      <FormField form={form} name="name">
        {(field) => <TextInput {...field} label="Name" hint="Short" />}
      </FormField>
      <FormField form={form} name="count">
        {(field) => <TextInput {...field} label="Count" />}
      </FormField>
      <FormError form={form} />
      <SubmitButton form={form}>Send</SubmitButton>
    </Form>
  )
}

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(submit = vi.fn(async (_values: object): Promise<unknown> => undefined)) {
  const page = await renderPage(<Sample submit={submit} />, { messages: MESSAGES })
  leave = page.unmount
  const send = async () => {
    await page.during(() => document.querySelector('form')?.requestSubmit())
    await page.settle()
  }
  return { ...page, submit, send, note: () => document.querySelector('.wv-field-note')?.textContent }
}

const refused = (facts: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  vi.fn(async () => Promise.reject(new ApiError({ status: 422, code: 'invalid', ...facts })))

it('submits the parsed values', async () => {
  const page = await open()
  await page.fill({ name: ' mina ', count: '7' })
  await page.send()
  expect(page.submit).toHaveBeenCalledWith({ name: 'mina', count: 7 })
})

it('shows errors with their text keys, in the current language, and focuses the first', async () => {
  const page = await open()
  await page.send()
  expect(page.submit).not.toHaveBeenCalled()
  expect(page.note()).toBe('Enter a name.')
  const focused = () => (document.activeElement as HTMLInputElement | null)?.name
  await page.until(() => focused() === 'name')
  expect(focused()).toBe('name')
  const input = document.querySelector('[name=name]')
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter a name.',
  )
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(page.note()).toBe('이름을 입력해 주세요.')
})

it('checks a shown error again with each change, and no other field before the submit', async () => {
  const page = await open()
  await page.fill({ name: 'lantern' })
  expect(page.note()).toBe('Short')
  await page.send()
  expect(page.note()).toBe('Too long.')
  await page.fill({ name: 'mina' })
  await page.settle()
  expect(page.note()).toBe('Short')
})

it('uses the messages of the kit, and messages with values', async () => {
  const page = await open()
  await page.fill({ name: 'mina', count: '11' })
  await page.send()
  expect(page.shown()).toContain('Please enter a smaller number.')
  await page.fill({ count: '2' })
  await page.send()
  expect(page.shown()).toContain('At least 3.')
  await page.fill({ count: 'many' })
  await page.send()
  expect(page.shown()).toContain('Please enter a whole number.')
})

it('shows the problems of a problem document at their fields', async () => {
  const language = { ko: '이미 사용 중입니다.', en: 'Already taken.' }
  const page = await open(refused({ fields: [{ field: 'name', message: language.en, language }] }))
  await page.fill({ name: 'mina' })
  await page.send()
  expect(page.note()).toBe('Already taken.')
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(page.note()).toBe('이미 사용 중입니다.')
  await page.fill({ name: 'mine' })
  await page.settle()
  expect(page.note()).toBe('Short')
})

it.each([
  ['a placed error', refused({ code: 'down' }), 'Not now.'],
  ['a text of the server', refused({ message: 'The quota is used up.' }), 'The quota is used up.'],
  ['an unknown field', refused({ fields: [{ field: 'color', message: 'x' }], message: 'Wrong.' }), 'Wrong.'],
  ['a fault of the page', vi.fn(async () => Promise.reject(new Error('bug'))), 'An unknown error occurred.'],
])('shows %s below the form', async (_name, submit, text) => {
  const page = await open(submit)
  await page.fill({ name: 'mina' })
  await page.send()
  expect(document.querySelector('.wv-form-error')?.textContent).toBe(text)
})

it('keeps what the server said of a field that is left unchanged', async () => {
  const language = { ko: '이미 사용 중입니다.', en: 'Taken.' }
  const page = await open(refused({ fields: [{ field: 'name', message: language.en, language }] }))
  await page.fill({ name: 'Mina' })
  await page.send()
  expect(page.note()).toBe('Taken.')
  const field = document.querySelector('[name=name]')
  await page.during(() => void field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(page.note()).toBe('Taken.')
  await page.fill({ name: 'Mira' })
  expect(page.note()).toBe('Short')
})

it.each([
  ['a day', dateText(), '2026-11-24', true],
  ['no day', dateText(), '', true],
  ['no day where one is needed', dateText('missing'), '', false],
  ['a day that does not exist', dateText(), '2027.02.30', false],
  ['a day that is typed half', dateText(), '2027.03.', false],
  ['a moment', momentText(), '2026-11-24T10:30:00.000Z', true],
  ['what a browser might read as a moment', momentText(), '2027.03.', false],
])('reads %s', (_, schema, text, isRead) => {
  expect(schema.safeParse(text).success).toBe(isRead)
})

it('shows a problem at the field that the form assigns, and those of a list at their places', async () => {
  const problem = (field: string) => ({ field, message: `Wrong ${field}.` })
  const fail = refused({ fields: [problem('days.1.name'), problem('amountHundredths'), problem('days.0')] })
  function Days() {
    const form = useZodForm({
      texts: 'form-test',
      schema: z.object({ amount: z.string(), days: z.array(z.custom<{ name: string }>()) }),
      initial: { amount: '', days: [{ name: 'a' }] },
      submit: fail,
      placeField: ({ field }) => (field === 'amountHundredths' ? { field: 'amount' } : null),
    })
    const { days } = form.state.watch()
    return (
      <Form form={form}>
        {days.map(({ name }, n) => (
          <TextInput
            key={name}
            label={name}
            value={name}
            onValue={() => undefined}
            error={form.errorOf(`days.${n}.name`)}
          />
        ))}
        <button type="button" onClick={() => form.state.setValue('days', [...days, { name: 'b' }])}>
          Add
        </button>
        <FormField form={form} name="amount">
          {(field) => <TextInput {...field} label="Amount" />}
        </FormField>
        <output>{form.errorOf('days')}</output>
      </Form>
    )
  }
  const page = await renderPage(<Days />, { messages: MESSAGES })
  leave = page.unmount
  await page.click(page.named('Add'))
  await page.during(() => document.querySelector('form')?.requestSubmit())
  await page.settle()
  const notes = [...document.querySelectorAll('.wv-field-note')].map(({ textContent }) => textContent)
  expect(notes).toEqual(['', 'Wrong days.1.name.', 'Wrong amountHundredths.'])
  expect(document.querySelector('output')?.textContent).toBe('')
  expect(document.activeElement).toBe(document.querySelectorAll('input')[1])
})

it('keeps what was typed since the begin of a submit that resets the form, and resets everything else', async () => {
  let finish = () => undefined as unknown
  let reset = () => undefined as unknown
  function Note() {
    const form = useZodForm({
      texts: 'form-test',
      schema: z.object({ text: z.object({ ko: z.string(), en: z.string() }), by: z.string() }),
      initial: { text: { ko: '', en: '' }, by: 'mina' },
      submit: async () => {
        await new Promise((resolve) => (finish = () => resolve(undefined)))
        form.reset()
      },
    })
    reset = () => form.reset()
    return (
      <Form form={form}>
        {(['text.ko', 'text.en', 'by'] as const).map((name) => (
          <FormField key={name} form={form} name={name}>
            {(field) => <TextInput {...field} label={name} />}
          </FormField>
        ))}
        <SubmitButton form={form}>Send</SubmitButton>
      </Form>
    )
  }
  const page = await renderPage(<Note />, { messages: MESSAGES })
  leave = page.unmount
  const shown = () => [...page.container.querySelectorAll('input')].map(({ value }) => value)
  await page.fill({ 'text.ko': '하나', 'text.en': 'one', by: 'theo' })
  await page.during(() => document.querySelector('form')?.requestSubmit())
  await page.settle()
  await page.fill({ 'text.en': 'one two' })
  await page.during(() => void finish())
  await page.settle()
  expect(shown()).toEqual(['', 'two', 'mina'])
  await page.during(() => void reset())
  expect(shown()).toEqual(['', '', 'mina'])
})

it('submits once at a time', async () => {
  let finish = () => undefined as unknown
  const submit = vi.fn(async () => new Promise((resolve) => (finish = () => resolve(undefined))))
  const page = await open(submit)
  await page.fill({ name: 'mina' })
  await page.send()
  expect(page.named('Send').getAttribute('aria-busy')).toBe('true')
  await page.send()
  expect(submit).toHaveBeenCalledTimes(1)
  await page.during(() => void finish())
  await page.settle()
  expect(page.named('Send').getAttribute('aria-busy')).toBeNull()
})
