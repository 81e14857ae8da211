// The nickname form. Availability is checked while the person types.
import { payload } from '@witverse/api-client'
import { Button, Modal, TextInput, useApi, useBoot, useCaller, useFormText, useText } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import type { ModalProps } from '../../lib/modal-props'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { checkNickname, problemsOf } from '../validation/rules'
import { useNicknameCheck } from './useNicknameCheck'

/** The next page for a new member, if a plugin provides it. */
const AFTER_NICKNAME = '/custom'

export function NicknameModal({ close }: ModalProps) {
  const t = useText('shell')
  const text = useFormText('shell')
  const api = useApi()
  const caller = useCaller()
  const boot = useBoot()
  const navigate = useNavigate()
  const form = useForm({
    initial: { nickname: '' },
    validate: (values) => problemsOf({ nickname: checkNickname(values.nickname) }),
    submit: async ({ nickname }) => {
      await payload(api.POST('/api/user/nickname', { body: { nickname } }))
      await caller.reload()
      const known = boot.plugins.some((plugin) =>
        plugin.routes.some((route) => route.path === AFTER_NICKNAME),
      )
      // Closed last, so that the choice of a world does not open before that page.
      if (known) await navigate(AFTER_NICKNAME)
      close()
    },
    placeError: (error) => {
      if (error.code === 'nickname_already_set') void caller.reload().then(close)
      if (error.code === 'duplicate_nickname') return { field: 'nickname', text: 'nickname.duplicate' }
      if (error.status === 0 || error.status >= 500 || error.status === 429) return null
      return { field: 'nickname', text: 'rules.nicknameUnavailable' }
    },
  })
  const check = useNicknameCheck(api, form.values.nickname)

  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      closeOnEscape
      title={t('nickname.title')}
      description={t('nickname.description')}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <TextInput
          {...form.field('nickname')}
          label={t('fields.nickname')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
          hint={t('nickname.hint')}
          error={text(form.errors.nickname) ?? text(check.problem)}
          good={check.free ? t('nickname.free') : undefined}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('nickname.submit')}
        </Button>
      </form>
    </Modal>
  )
}
