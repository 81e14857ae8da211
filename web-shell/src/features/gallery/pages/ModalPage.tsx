import { BottomSheet, Button, Confirm, Modal, TextInput, useText } from '@witverse/sdk'
import { Combobox, type ComboboxOption, DateInput } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { Demo } from '../Demo'
import { BLOCKS } from '../samples'

type Open = 'modal' | 'wide' | 'confirm' | 'sheet' | null

const LINES = 24

export function ModalPage() {
  const t = useText('shell-gallery')
  const [open, setOpen] = useState<Open>(null)
  const [name, setName] = useState('')
  const [block, setBlock] = useState<ComboboxOption | null>(null)
  const [day, setDay] = useState('')
  const close = () => setOpen(null)
  return (
    <>
      <Demo title={t('pages.modal')} layout="row">
        <Button onClick={() => setOpen('modal')}>{t('modal.open')}</Button>
        <Button variant="secondary" onClick={() => setOpen('wide')}>
          {t('modal.wide')}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          {t('modal.confirm')}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          {t('modal.sheet')}
        </Button>
      </Demo>
      <Modal open={open === 'modal'} onClose={close} title={t('modal.title')} description={t('modal.text')}>
        <form className="wv-form">
          <TextInput label={t('common.name')} name="friend" value={name} onValue={setName} />
          <Combobox label={t('form.block')} name="block" value={block} onValue={setBlock} options={BLOCKS} />
          <DateInput label={t('dates.birthday')} name="day" value={day} onValue={setDay} />
          <Button wide onClick={close}>
            {t('common.share')}
          </Button>
        </form>
      </Modal>
      <Modal open={open === 'wide'} onClose={close} title={t('modal.title')} size="wide">
        {Array.from({ length: LINES }, (_, line) => (
          <p key={line}>{t('modal.long')}</p>
        ))}
      </Modal>
      {open === 'confirm' && (
        <Confirm
          title={t('modal.confirmTitle')}
          text={t('modal.confirmText')}
          action={t('common.remove')}
          tone="danger"
          onConfirm={async () => undefined}
          onClose={close}
        />
      )}
      <BottomSheet open={open === 'sheet'} onClose={close} title={t('modal.title')}>
        <p>{t('modal.text')}</p>
      </BottomSheet>
    </>
  )
}
