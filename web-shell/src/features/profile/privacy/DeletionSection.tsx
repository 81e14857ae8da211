// Deleting the account: consequences, confirmation, cancellation within seven days.
import {
  Button,
  Confirm,
  formatDate,
  formatMoment,
  TextInput,
  useApi,
  useCaller,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useKeepAccount } from '../../deletion/useKeepAccount'
import { requestDeletion } from '../api'
import { useSudo } from '../sudo/SudoProvider'

export function DeletionSection() {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const toast = useToast()
  const { user, reload } = useCaller()
  const keep = useKeepAccount()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  if (!user) return null
  const name = user.nickname ?? user.email
  if (keep.deletionAt) {
    return (
      <Section
        title={t('erase.title')}
        text={t('erase.pendingText', { date: formatMoment(keep.deletionAt) })}
        tone="danger"
      >
        <div className="wv-actions">
          <Button pending={keep.pending} onClick={keep.run}>
            {t('deletion.keep')}
          </Button>
        </div>
      </Section>
    )
  }
  const open = () => {
    setTyped('')
    setAsking(true)
  }
  return (
    <Section title={t('erase.title')} text={t('erase.text')} tone="danger">
      <ul className="pf-consequences">
        {(['gone', 'items', 'name', 'kept', 'regret'] as const).map((key) => (
          <li key={key}>{t(`erase.${key}`)}</li>
        ))}
      </ul>
      <div className="wv-actions">
        <Button variant="secondary" className="is-bad" onClick={open}>
          {t('erase.begin')}
        </Button>
      </div>
      {asking && (
        <Confirm
          title={t('erase.sure')}
          text={t('erase.sureText')}
          action={t('erase.begin')}
          tone="danger"
          disabled={typed !== name}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { deletionAt } = await sudo(() => requestDeletion(api))
            await reload()
            toast(t('erase.done', { date: formatDate(deletionAt) }))
          }}
        >
          <TextInput
            name="confirmation"
            label={t('erase.type', { name })}
            value={typed}
            onValue={setTyped}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Confirm>
      )}
    </Section>
  )
}
