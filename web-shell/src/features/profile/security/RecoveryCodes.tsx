// Ten recovery codes, shown once. The modal closes after the person has confirmed saving them.
import { Button, Checkbox, CopyButton, Icon, Modal, saveFile, useText } from '@witverse/sdk'
import { useState } from 'react'
import { FormError } from '../../sign-in/FormError'

export function RecoveryCodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText('shell-profile')
  const [saved, setSaved] = useState(false)
  const [warned, setWarned] = useState(false)
  const text = `Witverse · ${t('codes.title')}\n\n${codes.join('\n')}\n`
  const download = () => saveFile(new Blob([text], { type: 'text/plain' }), 'witverse-recovery-codes.txt')
  return (
    <Modal
      open
      onClose={() => (saved ? onClose() : setWarned(true))}
      closeOnOutside={false}
      title={t('codes.title')}
      description={t('codes.text')}
    >
      <div className="wv-form">
        <ol className="pf-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="wv-actions pf-no-print">
          <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
          <Button variant="secondary" size="small" onClick={download}>
            <Icon name="download" size={16} /> {t('codes.download')}
          </Button>
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Icon name="print" size={16} /> {t('codes.print')}
          </Button>
        </div>
        <div className="pf-no-print wv-form">
          <FormError text={warned && !saved ? t('codes.first') : undefined} />
          <Checkbox name="saved" label={t('codes.saved')} checked={saved} onChecked={setSaved} />
          <Button wide disabled={!saved} onClick={onClose}>
            {t('codes.done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
