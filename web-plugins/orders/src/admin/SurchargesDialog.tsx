// The form for the next version of the surcharges: the whole list as text, because it comes from a carrier as one.
import {
  ApiError,
  Button,
  Modal,
  TextArea,
  TextInput,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { type FormEvent, useState } from 'react'
import { type Surcharges, useChangeSurcharges } from '../api/surcharges'
import { areasOf, linesOf } from './surcharge-lines'

interface Errors {
  name?: string
  items?: string
}

export function SurchargesDialog({ surcharges, onClose }: { surcharges: Surcharges; onClose: () => void }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const toast = useToast()
  const change = useChangeSurcharges()
  const [name, setName] = useState('')
  const [text, setText] = useState(() => linesOf(surcharges.items))
  const [errors, setErrors] = useState<Errors>({})
  const save = useAction(async () => {
    const { areas, lines, wrong } = areasOf(text)
    setErrors({})
    if (wrong !== null) return setErrors({ items: t('surcharges.wrongLine', { line: wrong }) })
    try {
      await change({ version: surcharges.version, name: name.trim(), items: areas })
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error
      const found: Errors = {}
      for (const { field, message, language: texts } of error.fields) {
        const said = texts?.[language] ?? message
        const [, area] = /^items\.(\d+)/.exec(field) ?? []
        if (field === 'name') found.name = said
        else {
          found.items ??=
            area === undefined
              ? said
              : t('surcharges.ofLine', { line: lines[Number(area)] ?? Number(area) + 1, text: said })
        }
      }
      return setErrors(found)
    }
    toast(t('surcharges.changed'), 'good')
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      title={t('surcharges.change')}
      description={t('surcharges.changeText')}
    >
      <form className="wv-form" noValidate onSubmit={submit}>
        <TextInput
          name="name"
          label={t('surcharges.name')}
          hint={t('surcharges.nameHint')}
          value={name}
          onValue={setName}
          maxLength={60}
          autoComplete="off"
          error={errors.name}
        />
        <TextArea
          name="areas"
          label={t('surcharges.areas')}
          hint={t('surcharges.areasHint')}
          value={text}
          onValue={setText}
          rows={14}
          error={errors.items}
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={save.pending}>
            {t('terms.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
