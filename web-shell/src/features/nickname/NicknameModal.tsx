// The nickname form. Availability is checked while the person types.
import { payload } from '@witverse/api-client'
import { Modal, TextInput, useApi, useBoot, useCaller, useText } from '@witverse/sdk'
import { checkedText, Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useNavigate } from '@witverse/sdk/router'
import type { ModalProps } from '../../lib/modal-props'
import { checkNickname } from '../validation/rules'
import { useNicknameCheck } from './useNicknameCheck'

/** The next page for a new member, if a plugin provides it. */
const AFTER_NICKNAME = '/custom'

const SCHEMA = z.object({ nickname: checkedText(checkNickname) })

export function NicknameModal({ close }: ModalProps) {
  const t = useText('shell')
  const api = useApi()
  const caller = useCaller()
  const boot = useBoot()
  const navigate = useNavigate()
  const form = useZodForm({
    texts: 'shell',
    schema: SCHEMA,
    initial: { nickname: '' },
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
  const check = useNicknameCheck(api, form.state.watch('nickname'))

  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      closeOnEscape
      title={t('nickname.title')}
      description={t('nickname.description')}
    >
      <Form form={form}>
        <FormField form={form} name="nickname">
          {(field) => (
            <TextInput
              {...field}
              label={t('fields.nickname')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={12}
              hint={t('nickname.hint')}
              error={field.error ?? (check.problem && t(check.problem))}
              good={check.free ? t('nickname.free') : undefined}
            />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('nickname.submit')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
