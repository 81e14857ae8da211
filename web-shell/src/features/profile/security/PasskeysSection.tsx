// The list of passkeys: add, rename, remove.
import {
  Button,
  Confirm,
  EmptyInline,
  formatDate,
  formatMoment,
  Icon,
  Modal,
  Row,
  RowTile,
  TextInput,
  useAction,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  requiredText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { canUsePasskeys, makePasskey, PasskeyDismissed } from '../../passkeys/webauthn'
import {
  finishPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
  useRefreshAccount,
} from '../api'
import { deviceOf } from '../devices'
import { useSudo } from '../sudo/SudoProvider'

const MOST = 10
const NAME_LENGTH = 40

export function PasskeysSection({ passkeys }: { passkeys: Passkey[] }) {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const toast = useToast()
  const refresh = useRefreshAccount()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const add = useAction(async () => {
    const { ticket, options } = await sudo(() => startPasskey(api))
    try {
      const credential = await makePasskey(options)
      const made = await sudo(() => finishPasskey(api, { ticket, name: suggestedName(), credential }))
      toast(t('passkeys.added'), 'good')
      setRenaming(made)
    } catch (error) {
      if (!(error instanceof PasskeyDismissed)) throw error
    } finally {
      await refresh('security')
    }
  })

  return (
    <Section
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      action={
        canUsePasskeys() && (
          <Button
            variant="secondary"
            size="small"
            pending={add.pending}
            disabled={passkeys.length >= MOST}
            onClick={add.run}
          >
            <Icon name="plus" size={16} /> {t('passkeys.add')}
          </Button>
        )
      }
    >
      {!canUsePasskeys() && <p className="wv-note">{t('passkeys.unavailable')}</p>}
      {passkeys.length >= MOST && <p className="wv-note">{t('passkeys.full')}</p>}
      {passkeys.length === 0 ? (
        <EmptyInline text={t('passkeys.none')} />
      ) : (
        <ul className="wv-rows" aria-label={t('passkeys.title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Row
                boxed
                picture={<RowTile icon="key" />}
                title={passkey.name}
                notes={[
                  <>
                    {t('passkeys.made', { date: formatDate(passkey.createdAt) })} ·{' '}
                    {passkey.usedAt
                      ? t('passkeys.used', { date: formatMoment(passkey.usedAt) })
                      : t('passkeys.unused')}
                  </>,
                ]}
              >
                <div className="wv-actions">
                  <Button variant="quiet" size="small" onClick={() => setRenaming(passkey)}>
                    {t('rename')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    className="is-bad"
                    onClick={() => setRemoving(passkey)}
                  >
                    {t('remove')}
                  </Button>
                </div>
              </Row>
            </li>
          ))}
        </ul>
      )}
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && (
        <Confirm
          title={t('passkeys.removeTitle', { name: removing.name })}
          text={t('passkeys.removeText')}
          action={t('remove')}
          tone="danger"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await sudo(() => removePasskey(api, removing.id))
            await refresh('security')
          }}
        />
      )}
    </Section>
  )
}

function suggestedName(): string {
  const { browser, system } = deviceOf(navigator.userAgent)
  return [browser, system].filter(Boolean).join(' · ').slice(0, NAME_LENGTH) || 'Passkey'
}

const NAME = z.object({ name: requiredText(messageKeys<'shell-profile'>()('passkeys.nameRequired')) })

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText('shell-profile')
  const api = useApi()
  const refresh = useRefreshAccount()
  const form = useZodForm({
    texts: 'shell-profile',
    schema: NAME,
    initial: { name: passkey.name },
    submit: async ({ name }) => {
      if (name !== passkey.name) await renamePasskey(api, passkey.id, name)
      await refresh('security')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('passkeys.nameTitle')} description={t('passkeys.nameText')}>
      <Form form={form}>
        <FormField form={form} name="name">
          {(field) => (
            <TextInput {...field} label={t('passkeys.name')} maxLength={NAME_LENGTH} autoComplete="off" />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('save')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
