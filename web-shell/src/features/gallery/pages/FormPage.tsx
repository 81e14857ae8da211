import { Button, Checkbox, TextInput, useText, useToast } from '@witverse/sdk'
import {
  atMost,
  BilingualField,
  bilingual,
  Form,
  FormDialog,
  FormError,
  FormField,
  messageKeys,
  NumberInput,
  ReasonDialog,
  requiredText,
  SubmitButton,
  useZodForm,
  WitInput,
  wholeNumber,
  wholeWitAmount,
  z,
} from '@witverse/sdk/forms'
import { Combobox, type ComboboxOption, DateTimeInput } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { Demo } from '../Demo'
import { answerLikeServer, BLOCKS, OWNED_HUNDREDTHS, RATE } from '../samples'

const key = messageKeys<'shell-gallery'>()

const SCHEMA = z.object({
  name: requiredText(key('form.nameMissing')).check(atMost(30, key('form.nameLong'))),
  start: requiredText(key('form.startMissing')),
  block: z.nullable(z.unknown()).check(z.refine((option) => option !== null, key('form.blockMissing'))),
  people: wholeNumber({ minimum: 2, maximum: 100 }),
  prize: wholeWitAmount({ availableWit: OWNED_HUNDREDTHS / 100 }),
  agree: z.boolean().check(z.refine((agreed) => agreed, key('form.agreeMissing'))),
})

const INITIAL = { name: '', start: '', block: null as unknown, people: '20', prize: '', agree: false }

export function FormPage() {
  return (
    <>
      <EventForm />
      <NameDialog />
      <AskReason />
    </>
  )
}

const NAMES = z.object({ names: bilingual(key('form.nameMissing')) })

/** A form in a dialog, with a text in both languages. */
function NameDialog() {
  const t = useText('shell-gallery')
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const form = useZodForm({
    texts: 'shell-gallery',
    schema: NAMES,
    initial: { names: { ko: '', en: '' } },
    submit: async ({ names }) => {
      toast(t('form.done', { name: names.en }), 'good')
      setOpen(false)
    },
  })
  return (
    <Demo title={t('pages.modal')} layout="row">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('common.open')}
      </Button>
      {isOpen && (
        <FormDialog
          form={form}
          title={t('form.event')}
          action={t('common.save')}
          onClose={() => setOpen(false)}
        >
          <BilingualField
            form={form}
            name="names"
            labels={{ ko: `${t('form.name')} (한국어)`, en: `${t('form.name')} (English)` }}
          >
            {(field) => <TextInput {...field} autoComplete="off" />}
          </BilingualField>
        </FormDialog>
      )}
    </Demo>
  )
}

function AskReason() {
  const t = useText('shell-gallery')
  const [isOpen, setOpen] = useState(false)
  return (
    <Demo title={t('form.reason')} layout="row">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('common.open')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('form.reason')}
          text={t('common.hint')}
          label={t('form.reason')}
          action={t('common.save')}
          least={5}
          onConfirm={async () => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </Demo>
  )
}

function EventForm() {
  const t = useText('shell-gallery')
  const toast = useToast()
  const form = useZodForm({
    texts: 'shell-gallery',
    schema: SCHEMA,
    initial: INITIAL,
    submit: async ({ name }) => {
      await answerLikeServer(name)
      toast(t('form.done', { name }), 'good')
      form.reset()
    },
    placeError: (error) => (error.code === 'down' ? { field: 'form', text: 'form.down' } : null),
  })
  return (
    <Demo title={t('form.event')} text={t('form.submitServer')}>
      <Form form={form}>
        <FormField form={form} name="name">
          {(field) => (
            <TextInput {...field} label={t('form.name')} hint={t('form.nameHint')} autoComplete="off" />
          )}
        </FormField>
        <FormField form={form} name="start">
          {(field) => <DateTimeInput {...field} label={t('form.start')} />}
        </FormField>
        <div className="wv-form-row">
          <FormField form={form} name="block">
            {(field) => (
              <Combobox
                {...field}
                value={field.value as ComboboxOption | null}
                label={t('form.block')}
                options={BLOCKS}
                placeholder={t('combobox.placeholder')}
              />
            )}
          </FormField>
          <FormField form={form} name="people">
            {(field) => (
              <NumberInput
                {...field}
                label={t('form.people')}
                unit={t('form.peopleUnit')}
                hint={t('form.peopleRange')}
                minimum={2}
                maximum={100}
              />
            )}
          </FormField>
        </div>
        <FormField form={form} name="prize">
          {(field) => (
            <WitInput {...field} label={t('form.prize')} availableHundredths={OWNED_HUNDREDTHS} rate={RATE} />
          )}
        </FormField>
        <FormField form={form} name="agree">
          {({ name, value, onValue, error }) => (
            <Checkbox name={name} checked={value} onChecked={onValue} error={error} label={t('form.agree')} />
          )}
        </FormField>
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form}>{t('empty.action')}</SubmitButton>
          <Button variant="quiet" onClick={() => form.reset()}>
            {t('form.reset')}
          </Button>
        </div>
      </Form>
    </Demo>
  )
}
